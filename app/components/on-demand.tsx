import {
  type ComponentType,
  createElement,
  type ReactNode,
  startTransition,
  useEffect,
  useRef,
  useState,
} from 'react'
import { whenIdle } from '#app/lib/browser-state.ts'
import { connectionBack, isServerThere } from '#app/lib/connection.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { ERROR_TEXTS } from '#worker/rules/error-texts.ts'
import { toast } from './ui/toast-store.ts'

const CODE_TIMEOUT_MS = 2 * MINUTE_MS

interface Loading {
  fallback?: ReactNode
  /**
   * Called if the code can't be loaded, so that the opener can reset its state. Without it, loading is retried once the
   * server responds.
   */
  onFailure?: (() => void) | undefined
}

/**
 * A component whose code is loaded when it is first rendered. If that fails, the screen stays and a toast says so;
 * `React.lazy` would replace the screen with an error.
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null

  async function fetchCode(): Promise<void> {
    loaded ??= (await load()).default
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, outside of components, as React.lazy is.
  function OnDemand({ fallback = null, onFailure, ...props }: P & Loading) {
    const [isHere, setHere] = useState(loaded !== null)
    const fail = useRef(onFailure)
    fail.current = onFailure
    useEffect(() => {
      if (isHere) return
      const leaving = new AbortController()
      loadCode(fetchCode, leaving.signal, fail.current).then(
        () => {
          // If somebody opened it, don't render in a transition. A dialog records the focused element when it opens, to
          // return the focus there. During a transition, the menu that opened the dialog may close first, and then
          // nothing is focused.
          if (fail.current) setHere(true)
          else startTransition(() => setHere(true))
        },
        () => leaving.signal.aborted || fail.current?.(),
      )
      return () => leaving.abort()
    }, [isHere])
    // Safe: only the component's own properties are left.
    return isHere && loaded ? createElement(loaded, props as unknown as P) : fallback
  }

  OnDemand.preload = () => fetchCode().catch(() => {})
  return OnDemand
}

/** Preloads code once the browser is idle, so that it is available offline, too. */
export function usePreload(preload: () => void): void {
  useEffect(() => whenIdle(preload), [preload])
}

/**
 * Loads code. Offline, it retries once there is a connection, or fails at once if somebody opened it (`isOpened`).
 *
 * @param signal cancels the wait for a connection
 * @throws the error of the last attempt, after toasting it; or the signal's reason
 */
export async function loadCode<T>(
  load: () => Promise<T>,
  signal: AbortSignal,
  isOpened: unknown = false,
): Promise<T> {
  for (;;) {
    try {
      const code = await inTime(load())
      signal.throwIfAborted()
      return code
    } catch (error) {
      const isThere = await isServerThere()
      signal.throwIfAborted()
      if (isThere || isOpened) {
        sayWhy(isThere, error instanceof TookTooLong)
        throw error
      }
      await connectionBack(signal)
    }
  }
}

class TookTooLong extends Error {}

/** @throws TookTooLong after two minutes */
async function inTime<T>(code: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong('The code took too long.')), CODE_TIMEOUT_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}

function sayWhy(isServerThere: boolean, isLate: boolean): void {
  if (isServerThere && isLate) {
    toast.error(ERROR_TEXTS.TIMEOUT.text, { title: ERROR_TEXTS.TIMEOUT.title })
    return
  }
  const reload = { label: 'Reload', onPress: () => window.location.reload() }
  toast.error(
    isServerThere
      ? 'There is a newer version of this page. Reload it to continue.'
      : 'Try again once the connection is back.',
    { title: 'That couldn’t be opened', ...(isServerThere && { duration: 0, action: reload }) },
  )
}
