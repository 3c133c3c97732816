import type { Context, Handler } from 'hono'
import { html } from 'hono/html'
import { databaseOf } from '#db/client.ts'
import {
  countVisit,
  findPublicPage,
  linkOf,
  PAGE_TARGET,
  type PublicReviewPage,
} from '../asking/review-pages.ts'
import { logFault } from '../platform/log.ts'
import { linkKey, platformOf, type ReviewLink, reviewPagePath } from '../rules/asking.ts'
import { ASK_TEXTS } from '../rules/asking-texts.ts'
import { messagePage } from './fault.ts'
import type { HttpEnv } from './http-env.ts'

/** Time that data centers and browsers cache a page; the owner's changes are visible within a minute. */
const KEPT_SECONDS = 60
const CACHE_NAME = 'review-pages'

const NOT_INDEXED = { 'x-robots-tag': 'noindex' }
/** The page is one file: nothing else is loaded, sent or framed. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'none'; style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Programs that open links to preview or index them; they aren't counted. */
const PROGRAMS =
  /bot\b|bot[/;]|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slack|discord|skype|curl|wget|python|go-http|headlesschrome/i

/**
 * `GET /r/:handle`: links to where a location can be reviewed. The same for everyone, cached by the data center, and
 * without scripts, cookies or a form.
 */
export const reviewPage: Handler<HttpEnv> = async (c) => {
  const handle = handleOf(c)
  const key = c.var.settings.APP_ORIGIN + reviewPagePath(encodeURIComponent(handle))
  const cache = await caches.open(CACHE_NAME)
  const kept = await cache.match(key)
  const text = kept ? await kept.text() : await renderedPage(c, handle)
  if (text === null) return notAvailable(c)
  if (!kept) {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': `max-age=${KEPT_SECONDS}` }
    inBackground(c, cache.put(key, new Response(text, { headers })))
  }
  count(c, handle, PAGE_TARGET)
  c.set('publicPolicy', { cache: `public, max-age=${KEPT_SECONDS}`, page: PAGE_POLICY })
  return c.html(text, 200, NOT_INDEXED)
}

/**
 * `GET /r/:handle/:link`: redirects to a platform's own form. The target is stored by the owner, never taken from the
 * request.
 */
export const followReviewLink: Handler<HttpEnv> = async (c) => {
  const handle = handleOf(c)
  const key = c.req.param('link') ?? ''
  const page = await findPublicPage({ db: databaseOf(c.env) }, handle)
  const url = page && linkOf(page, key)
  if (!url) return notAvailable(c)
  count(c, handle, key)
  c.header('x-robots-tag', NOT_INDEXED['x-robots-tag'])
  return c.redirect(url, 302)
}

function handleOf(c: Context<HttpEnv>): string {
  return (c.req.param('handle') ?? '').toLowerCase()
}

async function renderedPage(c: Context<HttpEnv>, handle: string): Promise<string | null> {
  const page = await findPublicPage({ db: databaseOf(c.env) }, handle)
  return page && String(await document(page, handle))
}

/** Counts the use of a page or link, unless a program made the request. Runs after the response is sent. */
function count(c: Context<HttpEnv>, handle: string, target: string): void {
  const isAhead = /prefetch|prerender/i.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')
  const agent = c.req.header('user-agent') ?? ''
  if (c.req.method !== 'GET' || isAhead || agent === '' || PROGRAMS.test(agent)) return
  inBackground(c, countVisit({ db: databaseOf(c.env), now: Date.now }, handle, target))
}

function inBackground(c: Context<HttpEnv>, work: Promise<unknown>): void {
  const { requestId } = c.var
  c.executionCtx.waitUntil(
    work.catch((cause: unknown) => logFault('review_page_fault', cause, { requestId })),
  )
}

function notAvailable(c: Context<HttpEnv>) {
  const title = 'This page isn’t available'
  const text = 'Its address may be mistyped, or the business has switched it off.'
  return c.html(messagePage({ title, text, links: {}, requestId: c.var.requestId }), 404)
}

// Styles are attributes: the page's policy allows neither scripts nor style elements, and nothing else has to load.
const BODY =
  'margin:0;min-height:100dvh;display:grid;place-items:center;font:17px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;background:Canvas;background:light-dark(#fcfaf6,#0c1417);color:CanvasText;color:light-dark(#1a2326,#eef2f2)'
const MAIN = 'box-sizing:border-box;width:100%;max-width:26rem;padding:2.5rem 1.25rem;text-align:center'
const HEADING = 'margin:0 0 .75rem;font-size:1.6rem;line-height:1.25;text-wrap:balance;overflow-wrap:anywhere'
const LIST = 'list-style:none;margin:1.75rem 0;padding:0;display:grid;gap:.75rem'
const BUTTON =
  'display:block;box-sizing:border-box;min-height:3.5rem;padding:.9rem 1rem;border-radius:.75rem;background:#0b6070;color:#fff;font-weight:600;text-decoration:none;overflow-wrap:anywhere'
const HOST = 'display:block;font-size:.85rem;font-weight:400'

function document({ name, links, language }: PublicReviewPage, handle: string) {
  const texts = ASK_TEXTS[language]
  const [before = '', after = ''] = texts.pageTitle('\n').split('\n')
  return html`<!DOCTYPE html>
<html lang="${language}" dir="${texts.direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${texts.pageTitle(name)}</title></head>
<body style="${BODY}"><main style="${MAIN}"><h1 style="${HEADING}">${before}<bdi>${name}</bdi>${after}</h1>
<p style="margin:0">${texts.pageText}</p>
<ul style="${LIST}">${links.map((link) => item(link, handle, texts.writeOn))}</ul>
<p style="margin:0">${texts.everyOpinion}</p></main></body></html>`
}

/** The button of an unknown platform also shows the host. */
function item({ name, url }: ReviewLink, handle: string, writeOn: (place: string) => string) {
  const key = linkKey(url)
  const address = `${reviewPagePath(handle)}/${key}`
  const host = platformOf(url) === null ? html`<bdi style="${HOST}">${key}</bdi>` : ''
  return html`<li><a href="${address}" rel="nofollow" style="${BUTTON}">${writeOn(name)}${host}</a></li>`
}
