import { toast } from '#app/components/ui/toast-store.ts'

export interface CopyAndOpenProps {
  reviewId: string
  text: string
  platform: string
  onOpen: () => void
}

/** Copies the reply and opens the platform. We can post only with the platform's consent. */
export function CopyAndOpen({ reviewId, text, platform, onOpen }: CopyAndOpenProps) {
  return (
    <a
      href={`/app/reviews/open?review=${reviewId}`}
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
