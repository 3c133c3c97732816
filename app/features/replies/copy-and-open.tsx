import { toast } from '#app/components/ui/toast-store.ts'
import { platformName } from '#worker/rules/platforms.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

export interface CopyAndOpenProps {
  review: ReviewRow
  text: string
  onOpen: () => void
}

/** True on the built-in platforms; on a platform that the owner has added, only if the review's URL is known. */
export function hasPlatformPage({ platform, own }: ReviewRow): boolean {
  return platform !== 'other' || own?.hasPage === true
}

/** The owner posts the reply on the platform, because not every platform lets us post it. */
export function CopyAndOpen({ review, text, onOpen }: CopyAndOpenProps) {
  const platform = platformName(review)
  if (!hasPlatformPage(review))
    return (
      <button
        type="button"
        className="review-action print:hidden"
        onClick={() => {
          void copyReply(text, platform)
          onOpen()
        }}
      >
        {`Copy for ${platform}`}
      </button>
    )
  return (
    <a
      href={`/app/reviews/open?review=${review.id}`}
      target="_blank"
      rel="noopener"
      className="review-action inline-flex items-center print:hidden"
      onClick={() => {
        void copyReply(text, platform)
        onOpen()
      }}
    >
      {`Copy and open on ${platform}`}
    </a>
  )
}

export async function copyReply(text: string, platform: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`Paste it as your answer on ${platform}.`, { title: 'Reply copied' })
  } catch {
    toast.warning('Your browser did not allow copying. Select the text and copy it.')
  }
}
