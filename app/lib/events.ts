import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * What happened in this window that makes the data on screen old. Fired after a mutation succeeded. The names are the
 * specification's, except for `account-updated`: what people change about themselves, their team and its settings.
 */
const APP_EVENTS = [
  'review-scraped',
  'review-updated',
  'review-status-changed',
  'response-created',
  'response-updated',
  'business-updated',
  'plan-upgraded',
  'account-updated',
] as const
export type AppEvent = (typeof APP_EVENTS)[number]

export function fireAppEvent(name: AppEvent): void {
  window.dispatchEvent(new Event(name))
}

/** Reads the loaders on screen again after each of the events. One listener, in the layout. */
export function useRevalidateOnAppEvents(): void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const navigation = useRef(state)
  const isDue = useRef(false)
  useEffect(
    () =>
      onWindow(APP_EVENTS, () => {
        // A navigation may have read what is old by now. It comes to its end first: to begin it anew would cost its answer.
        if (navigation.current === 'idle') revalidate()
        else isDue.current = true
      }),
    [revalidate],
  )
  useEffect(() => {
    navigation.current = state
    if (state !== 'idle' || !isDue.current) return
    isDue.current = false
    revalidate()
  }, [state, revalidate])
}

/** Calls the listener at each of these events of the window, until the function that it returns is called. */
export function onWindow(names: readonly string[], listener: () => void): () => void {
  for (const name of names) window.addEventListener(name, listener)
  return () => {
    for (const name of names) window.removeEventListener(name, listener)
  }
}
