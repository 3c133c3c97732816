import { toast } from '#app/components/ui/toast-store.ts'

export interface CopyAndOpenProps {
  reviewId: string
  text: string
  platform: string
  /** Whether the review has an address there; without one the text is only copied. */
  canOpen: boolean
}

/** Takes the owner to the platform with the reply in the clipboard: posting itself needs the platform's consent. */
export function CopyAndOpen({ reviewId, text, platform, canOpen }: CopyAndOpenProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(`Paste it as your answer on ${platform}.`, { title: 'Reply copied' })
    } catch {
      toast.warning('Your browser did not allow copying. Select the text and copy it.')
    }
  }
  if (!canOpen) {
    return (
      <button type="button" className="review-action" onClick={copy}>
        {`Copy for ${platform}`}
      </button>
    )
  }
  return (
    <a
      href={`/app/reviews/open?review=${reviewId}`}
      target="_blank"
      rel="noopener"
      className="review-action"
      onClick={copy}
    >
      {`Copy and open on ${platform}`}
    </a>
  )
}
