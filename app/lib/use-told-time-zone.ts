import { useEffect } from 'react'
import { api } from './api.ts'

/** Alerts and digests go by the clock of the person's browser until they choose another one: it says so once. */
export function useToldTimeZone(userId: string): void {
  useEffect(() => {
    const key = `time-zone-told:${userId}`
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
    if (window.localStorage.getItem(key) === own) return
    api.alerts.tellTimeZone.mutate({ timeZone: own }).then(
      () => window.localStorage.setItem(key, own),
      // The next page tries again.
      () => {},
    )
  }, [userId])
}
