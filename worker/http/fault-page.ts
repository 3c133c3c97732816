import { html } from 'hono/html'
import { ERROR_CATALOGUE } from '../rules/error-catalogue.ts'

const { title, text } = ERROR_CATALOGUE.SERVER

/** What people see while not even the screens can be reached: no script and no style of ours, and a way to try again. */
export function faultPage(path: string, requestId: string) {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:3rem 1.25rem">
<main><h1 style="font-size:1.5rem;line-height:1.2;margin:0 0 .5rem">${title}</h1>
<p style="margin:0 0 1.5rem">${text}</p>
<p style="margin:0 0 1.5rem"><a href="${path}" style="display:inline-block;padding:.75rem 0;margin-right:1.5rem">Try Again</a>
<a href="/" style="display:inline-block;padding:.75rem 0">Go Home</a></p>
<p style="margin:0;font-size:.875rem">The request was ${requestId}.</p></main></body></html>`
}
