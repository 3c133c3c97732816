import { isKeptPath } from '#worker/rules/kept-screens.ts'

/** Registers the service worker. Without it, as in some private windows, there are no offline copies. */
export async function startServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const isFirst = navigator.serviceWorker.controller === null
  try {
    await navigator.serviceWorker.register('/sw.js')
    if (!isFirst || !isKeptPath(window.location.pathname)) return
    navigator.serviceWorker.addEventListener('controllerchange', keepThisScreen, { once: true })
  } catch {
    return
  }
}

/**
 * Requests the current screen again for the service worker to cache, because it loaded before the worker started. Reads
 * the body, or the request would stay open.
 */
function keepThisScreen(): void {
  fetch(window.location.href, { headers: { accept: 'text/html' } })
    .then((answer) => answer.blob())
    .catch(() => {})
}
