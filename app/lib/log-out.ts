import { planKey } from '#worker/rules/plan-state.ts'
import { api } from './api.ts'
import { clearBrowserLogs } from './browser-logs.ts'
import { outboxOf } from './reply-outbox.ts'

/** Ends the session and forgets what this browser kept for the person. A failure is only logged. */
export async function logOut(userId: string): Promise<void> {
  try {
    outboxOf(userId).clear()
    clearBrowserLogs(window.localStorage)
    window.localStorage.removeItem(planKey(userId))
    await api.auth.signOut.mutate()
  } catch (error) {
    console.error('Logout failed', error)
  }
  // A full navigation, so that nothing of the session stays in memory.
  window.location.assign('/')
}
