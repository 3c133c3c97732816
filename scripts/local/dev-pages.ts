import type { Plugin } from 'vite'

const CHANGED = 'screens-changed'

/** Public pages carry no script, so nothing in them knows of a change: this reloads them. */
const RELOAD = `import { createHotContext } from '/@vite/client'
createHotContext('/dev-reload').on('${CHANGED}', () => location.reload())`

/** Tells the pages without scripts of their own that a file has changed. */
export const announceChanges: Plugin = {
  name: 'announce-changes',
  handleHotUpdate({ server }) {
    server.ws.send({ type: 'custom', event: CHANGED })
  },
}

/**
 * The worker's answer with what development needs besides: nothing is cached, and a page without scripts gets one that
 * reloads it. Its policy allows that one alone; all other answers keep theirs.
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
