import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import {
  DRAFTS_CHANGED,
  draftIdsOf,
  forgetDrafts,
  forgetSavedDrafts,
} from '#app/features/replies/use-draft.ts'
import { api } from '#app/lib/api.ts'
import { forgetEmail, rememberLogOut } from '#app/lib/browser-state.ts'
import { untilServerIsThere } from '#app/lib/connection.ts'
import { onWindow } from '#app/lib/events.ts'
import { OUTBOX_CHANGED, outboxOf } from '#app/lib/reply-outbox.ts'
import { clearBrowserLogs } from '#app/lib/report-security-event.ts'
import { SCREENS_PREFIX } from '#worker/rules/kept-screens.ts'
import { planKey } from '#worker/rules/plan-state.ts'

const ConfirmAction = onDemand(() => import('#app/components/ui/confirm-action.client.tsx'))

/**
 * Logs a person out; asks for confirmation if that would delete unsent replies. Render `question` beside the button.
 */
export function useLogOut(userId: string): { logOut(): Promise<void>; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const countUnsent = () => outboxOf(userId).list().length + draftIdsOf(userId).length
  // Replies may be sent while the question is open.
  const unsent = useSyncExternalStore(subscribe, countUnsent, () => 0)

  async function askAndLogOut() {
    await forgetStoredDrafts(userId)
    if (countUnsent() > 0) setAsking(true)
    else void logOut(userId)
  }

  const question = isAsking && (
    <ConfirmAction
      title={unsent === 0 ? 'Log out?' : 'Log out and delete unsent replies?'}
      text={unsentText(unsent)}
      action="Log out"
      cancel="Cancel"
      isDestructive={unsent > 0}
      onAction={() => void logOut(userId)}
      onClose={() => setAsking(false)}
      onFailure={() => setAsking(false)}
    />
  )
  return { logOut: askAndLogOut, question }
}

const subscribe = (onChange: () => void) => onWindow(['storage', OUTBOX_CHANGED, DRAFTS_CHANGED], onChange)

function unsentText(count: number): string {
  if (count === 0) return 'All your replies have been sent.'
  return count === 1
    ? 'One of your replies hasn’t been sent yet. It is stored only in this browser, and logging out deletes it.'
    : `${count} of your replies haven’t been sent yet. They are stored only in this browser, and logging out deletes them.`
}

/** Deletes drafts that the server already has as replies. Without a response, all drafts count as unsaved. */
async function forgetStoredDrafts(userId: string): Promise<void> {
  const replies = draftIdsOf(userId).map(async (reviewId) => {
    const stored = await api.responses.forReview.query({ reviewId }).catch(() => null)
    return { reviewId, text: stored?.text }
  })
  forgetSavedDrafts(userId, await Promise.all(replies))
}

/** Ends the session and deletes the person's data in this browser. Failures are only logged. */
async function logOut(userId: string): Promise<void> {
  try {
    rememberLogOut(userId)
    outboxOf(userId).clear()
    forgetDrafts(userId)
    clearBrowserLogs(window.localStorage)
    window.localStorage.removeItem(planKey(userId))
    forgetEmail()
    await forgetScreens()
    await untilServerIsThere(() =>
      toast.warning('You’ll be logged out as soon as you’re back online.', {
        title: 'No connection',
        duration: 0,
      }),
    )
    await api.auth.signOut.mutate({ userId })
  } catch (error) {
    console.error('Logout failed', error)
  }
  // A full navigation, so that nothing of the session stays in memory.
  window.location.assign('/')
}

async function forgetScreens(): Promise<void> {
  if (!('caches' in window)) return
  const names = (await window.caches.keys()).filter((name) => name.startsWith(SCREENS_PREFIX))
  await Promise.all(names.map((name) => window.caches.delete(name)))
}
