import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Events in this window that make the data on screen stale, fired after a mutation succeeds. The names are the
 * specification's, except for `account-updated`: changes to a person's profile, team or settings.
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

export function useRevalidateOnAppEvents(): void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const navigation = useRef(state)
  const isDue = useRef(false)
  useEffect(
    () =>
      onWindow(APP_EVENTS, () => {
        // The navigation may already have read stale data. Let it finish first: restarting it would discard its
        // response.
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

/** Returns a function that stops listening. */
export function onWindow(names: readonly string[], listener: () => void): () => void {
  for (const name of names) window.addEventListener(name, listener)
  return () => {
    for (const name of names) window.removeEventListener(name, listener)
  }
}
