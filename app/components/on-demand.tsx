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
  /** In its place until it is here. */
  fallback?: ReactNode
  /** It can't be loaded: whoever opened it closes it. Without this it comes by itself once the server answers again. */
  onFailure?: (() => void) | undefined
}

/**
 * A component whose code is loaded when it is first rendered. Where that fails, the screen stays as it is, and a toast
 * says so: `React.lazy` would replace the screen with an error.
 */
export function onDemand<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let loaded: ComponentType<P> | null = null

  async function fetchCode(): Promise<void> {
    loaded ??= (await load()).default
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once a component, outside of components, as React.lazy is.
  function OnDemand({ fallback = null, onFailure, ...props }: P & Loading) {
    const [isHere, setHere] = useState(loaded !== null)
    const fail = useRef(onFailure)
    fail.current = onFailure
    useEffect(() => {
      if (isHere) return
      const leaving = new AbortController()
      loadCode(fetchCode, leaving.signal, fail.current).then(
        () => {
          // What somebody opened comes in one piece: a dialog looks where the focus is, and gives it back there. Meanwhile
          // a menu may close, and for a moment the focus is nowhere.
          if (fail.current) setHere(true)
          else startTransition(() => setHere(true))
        },
        () => leaving.signal.aborted || fail.current?.(),
      )
      return () => leaving.abort()
    }, [isHere])
    // Safe: all that is left are the component's own properties.
    return isHere && loaded ? createElement(loaded, props as unknown as P) : fallback
  }

  /** Loads the code ahead, where somebody is about to need it. */
  OnDemand.preload = () => fetchCode().catch(() => {})
  return OnDemand
}

/** Loads code ahead once the browser has nothing else to do: then it is there without a connection, too. */
export function usePreload(preload: () => void): void {
  useEffect(() => whenIdle(preload), [preload])
}

/**
 * Loads code. Without a server it waits until there is one, unless somebody opened what it is for.
 *
 * @param signal says that nobody needs it any more
 * @throws what the last try failed with, after a toast has said so; or the signal's reason
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

/** @throws TookTooLong where the code has not come within two minutes */
async function inTime<T>(code: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong('The code took too long.')), CODE_TIMEOUT_MS)
  })
  return Promise.race([code, late]).finally(() => clearTimeout(timer))
}

/** The server is there, but the file is not: a newer build has replaced it, or it comes too slowly. */
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
