import type { Plugin } from 'vite'

const CHANGED = 'screens-changed'

/** Public pages have no script that could detect a change, so this one reloads them. */
const RELOAD = `import { createHotContext } from '/@vite/client'
createHotContext('/dev-reload').on('${CHANGED}', () => location.reload())`

/** Notifies pages without their own scripts that a file has changed. */
export const announceChanges: Plugin = {
  name: 'announce-changes',
  handleHotUpdate({ server }) {
    server.ws.send({ type: 'custom', event: CHANGED })
  },
}

/**
 * Adapts the worker's response for development: nothing is cached, and a page without scripts gets one that reloads it.
 * Its CSP allows only that script; all other responses keep theirs.
 */
export async function forDevelopment(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers)
  headers.set('cache-control', 'no-store')
  const policy = headers.get('content-security-policy') ?? ''
  if (!headers.get('content-type')?.startsWith('text/html') || !policy.includes("script-src 'none'")) {
    return new Response(answer.body, { status: answer.status, headers })
  }
  const nonce = crypto.randomUUID()
  headers.set(
    'content-security-policy',
    policy.replace("script-src 'none'", `script-src 'nonce-${nonce}' 'strict-dynamic'`),
  )
  const html = await answer.text()
  const script = `<script type="module" nonce="${nonce}">${RELOAD}</script>`
  return new Response(html.replace('</body>', `${script}</body>`), { status: answer.status, headers })
}
