import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { counted, type NumberFormat } from '#worker/rules/counted.ts'
import type { BacklogStep } from '#worker/rules/responses.ts'

export async function markAnswered(reviewIds: string[]): Promise<void> {
  const answer = await mutateOrToast(
    api.responses.markAnswered.mutate({ reviewIds }),
    'review-status-changed',
    'Not marked',
  )
  if (!answer) return
  toast.success(`${theReviews(reviewIds)} marked as answered.`, {
    title: 'Marked as answered',
    ...undo(answer.ids),
  })
}

/** Marks reviews as needing no reply. */
export async function settleReviews(reviewIds: string[]): Promise<void> {
  const answer = await mutateOrToast(
    api.responses.settle.mutate({ reviewIds }),
    'review-status-changed',
    'Not changed',
  )
  if (!answer) return
  toast.success(`${theReviews(reviewIds)} off your list.`, { title: 'No reply needed', ...undo(answer.ids) })
}

function theReviews(reviewIds: string[]): string {
  return reviewIds.length === 1 ? 'The review is' : `${reviewIds.length} reviews are`
}

function undo(reviewIds: string[]) {
  if (reviewIds.length === 0) return {}
  const onPress = () =>
    void mutateOrToast(api.responses.reopen.mutate({ reviewIds }), 'review-status-changed')
  return { action: { label: 'Undo', onPress } }
}

/**
 * Marks all reviews that need an answer and were posted before today (in the reader's time zone) as needing no reply.
 * Works in batches: if one fails, earlier ones stay marked and the toast counts them.
 */
export async function settleBacklog(businessId: string | undefined, format: NumberFormat): Promise<void> {
  const before = startOfToday().toISOString()
  let [count, settledAt, isDone]: [number, number | undefined, boolean] = [0, undefined, false]
  while (!isDone) {
    const step: BacklogStep | null = await mutateOrToast(
      api.responses.settleBacklog.mutate({ before, businessId, settledAt }),
      'review-status-changed',
      'Not all are off your list',
    )
    if (!step) break
    count += step.count
    ;({ settledAt, isDone } = step)
  }
  if (settledAt === undefined) return
  const all = { settledAt }
  toast.success(
    count === 0
      ? 'Nothing from before today needs an answer.'
      : `${counted(count, 'review', format)} ${count === 1 ? 'is' : 'are'} off your list.`,
    {
      title: 'Everything before today is done',
      ...(count > 0 && { action: { label: 'Undo', onPress: () => void reopenBacklog(all) } }),
    },
  )
}

async function reopenBacklog(all: { settledAt: number }): Promise<void> {
  let isDone = false
  while (!isDone) {
    const step = await mutateOrToast(api.responses.reopenBacklog.mutate(all), 'review-status-changed')
    if (!step) return
    isDone = step.isDone
  }
}

/** Midnight in the reader's time zone. */
export function startOfToday(): Date {
  const today = new Date()
  today.setHours(0, 0, 0, 0)
  return today
}
