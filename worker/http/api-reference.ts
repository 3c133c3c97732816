import type { Handler } from 'hono'
import { html } from 'hono/html'
import type { HttpEnv } from './http-env.ts'

/** `GET /api/v1/reference`: every address of the API, to read and to try. The build has its script (`app/api-reference/`). */
export const apiReference: Handler<HttpEnv> = (c) =>
  c.html(html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icons/192.png"><link rel="stylesheet" href="/api-reference/page.css">
<title>API reference · Review Dashboard</title>
<script type="module" nonce="${c.var.nonce}" src="/api-reference/page.js"></script></head>
<body><header class="page-head">
<nav><a href="/">Review Dashboard</a><a href="/app/security">Make a key</a><a href="/app/help">Help</a></nav>
<h1>API reference</h1>
<p>Your businesses, their reviews and your replies, for programs.</p>
<p><a href="/api/v1/openapi.json">The same for programs, as OpenAPI 3.1</a></p>
<form autocomplete="off"><label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="rvk_…" aria-describedby="key-use">
<p id="key-use">What you try below runs with this key, on your real data. The key stays on this page and is gone when you leave it.</p></form>
</header>
<div id="reference"><p>Loading the addresses…</p><noscript><p>To see and try the addresses here, allow scripts.</p></noscript></div>
</body></html>`)
