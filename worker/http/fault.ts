import type { ErrorHandler } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseFault } from '#db/fault.ts'
import { DomainError } from '../errors.ts'
import { logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { isDataPath } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'
import { isRefusedStatus, refuse } from './refuse.ts'

const { title, text } = ERROR_TEXTS.SERVER

/**
 * Handles errors thrown outside of procedures and screens. Refusals return their message. The cause of a fault is only
 * logged: people get a page, programs one sentence.
 */
export const answerFault: ErrorHandler<HttpEnv> = (error, c) => {
  if (error instanceof HTTPException && isRefusedStatus(error.status)) {
    return refuse(c, error.status, error.message)
  }
  const { requestId } = c.var
  logFault('request_failed', error, { requestId, path: c.req.path })
  const outage = error instanceof DomainError && error.code === 'unavailable' ? error : null
  const status = outage || isDatabaseFault(error) ? 503 : 500
  const isForPeople = c.req.method === 'GET' && !isDataPath(c.req.path) && !c.req.path.endsWith('.data')
  if (isForPeople) {
    const links = { 'Try Again': c.req.path, 'Go Home': '/' }
    return c.html(messagePage({ title, text, links, requestId }), status)
  }
  return refuse(c, status, outage?.outwardMessage ?? `${text} (${requestId})`)
}

interface Message {
  title: string
  text: string
  links: Record<string, string>
  requestId: string
}

/** The page must work even if nothing else loads, so it has no script and no stylesheet of ours. */
export function messagePage({ title, text, links, requestId }: Message) {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>${title}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:3rem 1.25rem">
<main><h1 style="font-size:1.5rem;line-height:1.2;margin:0 0 .5rem">${title}</h1>
<p style="margin:0 0 1.5rem">${text}</p>
<p style="margin:0 0 1.5rem">${Object.entries(links).map(linkTo)}</p>
<p style="margin:0;font-size:.875rem">Request ID: ${requestId}</p></main></body></html>`
}

function linkTo([label, address]: [label: string, address: string]) {
  return html`<a href="${address}" style="display:inline-block;padding:.75rem 0;margin-right:1.5rem">${label}</a> `
}
