import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { isFromServer, OPEN_DOCUMENT_HEADER, READ_AT_HEADER, screenPath } from '#worker/rules/kept-screens.ts'
import { connectionBack, recordNoAnswer, recordReadAt } from '../lib/connection.ts'

/**
 * In place of `window.fetch`: Remix asks for the data of screens with it, and replaces the screen where that fails. It buys no speed but
 * that a screen stays where the connection is lost, which Remix 2 has no place for; a data strategy of React Router 7 would be
 * one. These requests wait
 * for the connection instead: the screen stays, and what was asked for comes when the server answers again. All others
 * fail as ever; that the server can't be reached is known from then on.
 */
export function waitForScreens(): void {
  const send = window.fetch
  window.fetch = async (input, init) => {
    const address = screenAddress(input)
    if (address) return askPatiently(() => send(input, init), address, init?.signal)
    try {
      const answer = await send(input, init)
      if (!isFromServer(answer)) recordNoAnswer()
      return answer
    } catch (error) {
      if (!init?.signal?.aborted) recordNoAnswer()
      throw error
    }
  }
}

/** Only Remix gives `fetch` an URL object, and only for screens and for its list of routes. */
function screenAddress(input: RequestInfo | URL): URL | null {
  if (!(input instanceof URL) || input.origin !== window.location.origin) return null
  return /\.data$|^\/__manifest$/.test(input.pathname) ? input : null
}

async function askPatiently(
  send: () => Promise<Response>,
  address: URL,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (;;) {
    const answer = await answerOf(send, signal)
    const readAt = answer?.headers.get(READ_AT_HEADER) ?? null
    // A copy opens a screen. What is on screen is at least as new as any copy of it.
    const isOfUse = readAt === null || !isOnScreen(address)
    if (answer && isOfUse) {
      if (address.pathname.endsWith('.data')) recordReadAt(readAt === null ? null : Number(readAt))
      return answer.headers.has(OPEN_DOCUMENT_HEADER) ? openDocument(address) : answer
    }
    recordNoAnswer()
    await connectionBack(signal)
  }
}

/** The address of the screen that is shown. Going back changes the browser's address before the screen. */
let shown = ''

/** Keeps in mind which screen is shown. Once, in the layout. */
export function useShownScreen(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    shown = pathname + search
  }, [pathname, search])
}

function isOnScreen({ pathname, search }: URL): boolean {
  return screenPath(pathname) + search === shown
}

/** Only the screen's document was kept. Its page takes over. */
function openDocument({ pathname, search }: URL): Promise<Response> {
  window.location.assign(screenPath(pathname) + search)
  return new Promise(() => {})
}

/**
 * The answer once all of it has come; null where the server can't be reached. Remix would take half of one for a fault of the
 * server, and complain of one that another navigation overtakes.
 */
async function answerOf(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response | null> {
  try {
    const answer = await send()
    return isFromServer(answer) ? new Response(answer.body && (await answer.blob()), answer) : null
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}
