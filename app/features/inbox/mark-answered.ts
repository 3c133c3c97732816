import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'

/** Takes the owner's word that reviews are answered on their platform; the toast takes it back. */
export async function markAnswered(reviewIds: string[]): Promise<void> {
  const answer = await mutateOrToast(
    api.responses.markAnswered.mutate({ reviewIds }),
    'review-status-changed',
    'Not marked',
  )
  if (!answer) return
  const { ids } = answer
  toast.success(
    reviewIds.length === 1
      ? 'The review is marked as answered.'
      : `${reviewIds.length} reviews are marked as answered.`,
    {
      title: 'Marked as answered',
      ...(ids.length > 0 && {
        action: {
          label: 'Undo',
          onPress: () =>
            void mutateOrToast(api.responses.reopen.mutate({ reviewIds: ids }), 'review-status-changed'),
        },
      }),
    },
  )
}
