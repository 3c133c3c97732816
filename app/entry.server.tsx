import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/cloudflare'
import { RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { logLine, withoutQueryParameters } from '#worker/rules/log-text.ts'
import { NonceContext } from './lib/viewer.ts'

/**
 * Renders to one string: the loaders have already run, and React's stream renderer uses five times the CPU for the same
 * page.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  await completeHandoff(context)
  const html = renderToString(documentElement(context, request.url, loadContext.nonce))
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(`<!DOCTYPE html>${html}`, { status, headers })
}

export function documentElement(context: EntryContext, url: string, nonce: string) {
  return (
    <NonceContext.Provider value={nonce}>
      <RemixServer context={context} url={url} nonce={nonce} />
    </NonceContext.Provider>
  )
}

/**
 * Stores the serialized loader data in the cache where Remix's data scripts look for chunks that they have already
 * read. Without the stored data, the scripts would suspend, and a synchronous render can't wait for them.
 *
 * `renderMeta.streamCache` and `serverHandoffStream` are internal to Remix 2.17; tests/unit/app/entry.server.test.tsx
 * compares the result with the streamed one.
 */
export async function completeHandoff(context: EntryContext): Promise<void> {
  const data = context.serverHandoffStream
  if (!data || !context.renderMeta) return
  const value = await new Response(data).text()
  context.renderMeta.streamCache = {
    0: chunk({ done: false, value }),
    1: chunk({ done: true, value: '' }),
  }
  context.serverHandoffStream = UNREAD
}

/** Remix's data scripts still ask for a reader, but don't read from it. */
const UNREAD = { getReader: () => null } as unknown as ReadableStream<Uint8Array>

function chunk(result: { done: boolean; value: string }) {
  return Object.assign(Promise.resolve(), { result })
}

/** An aborted request is not an error. */
export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  if (request.signal.aborted) return
  console.error(
    logLine({
      event: 'screen_failed',
      at: new Date().toISOString(),
      requestId: context.requestId,
      route: new URL(request.url).pathname,
      error: withoutQueryParameters(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    }),
  )
}
