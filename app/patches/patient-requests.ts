import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { isFromServer, OPEN_DOCUMENT_HEADER, READ_AT_HEADER, screenPath } from '#worker/rules/kept-screens.ts'
import { connectionBack, recordNoAnswer, recordReadAt } from '../lib/connection.ts'

/**
 * Makes Remix's requests for screens' data wait for the connection. If one of them failed, Remix would replace the
 * screen with an error. Wraps `window.fetch`, because Remix 2 has no hook for this; in React Router 7 it would be a
 * data strategy.
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

/**
 * Address of a request for a screen's data or the list of routes; null for others. Only Remix passes `fetch` a URL
 * object.
 */
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
    // A copy is good enough to open a screen, but one already on screen is at least as new as any copy.
    const isOfUse = readAt === null || !isOnScreen(address)
    if (answer && isOfUse) {
      if (address.pathname.endsWith('.data')) recordReadAt(readAt === null ? null : Number(readAt))
      return answer.headers.has(OPEN_DOCUMENT_HEADER) ? openDocument(address) : answer
    }
    recordNoAnswer()
    await connectionBack(signal)
  }
}

/** Address of the current screen. On Back, the browser's address changes before the screen does. */
let shown = ''

export function useShownScreen(): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    shown = pathname + search
  }, [pathname, search])
}

function isOnScreen({ pathname, search }: URL): boolean {
  return screenPath(pathname) + search === shown
}

/** Loads the screen's document instead of its data, because only the document is cached. */
function openDocument({ pathname, search }: URL): Promise<Response> {
  window.location.assign(screenPath(pathname) + search)
  return new Promise(() => {})
}

/**
 * The complete response; null if the server can't be reached. Remix would treat a partial response as a server error,
 * and would report an error for a request that another navigation aborts.
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
