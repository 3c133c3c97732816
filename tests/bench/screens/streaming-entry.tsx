import type { AppLoadContext, EntryContext } from '@remix-run/cloudflare'
import { renderToReadableStream } from 'react-dom/server'
import { documentElement } from '#app/entry.server.tsx'

export { handleError } from '#app/entry.server.tsx'

/** Renders a document like Remix's template for Workers. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const body = await renderToReadableStream(documentElement(context, request.url, loadContext.nonce), {
    signal: request.signal,
    onError: (error: unknown) => console.error(error),
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(body, { status, headers })
}
