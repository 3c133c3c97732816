import { useRevalidator } from '@remix-run/react'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { type PostingView, type PostState, postingText } from '#worker/rules/posting.ts'

const LOOKS: Record<PostState, BadgeProps['variant']> = {
  waiting: 'secondary',
  live: 'positive',
  held: 'neutral',
  refused: 'negative',
  failed: 'negative',
}
/** Google decides within minutes; the server asks it after one. */
const ASK_AGAIN_MS = 20_000

/** How a reply stands at its platform. Keeps up while it is on its way. */
export function PostingChip({ posting, platform }: { posting: PostingView; platform: string }) {
  return (
    <p className="mt-1.5" role="status">
      <Badge variant={LOOKS[posting.state]} className="max-w-full shrink rounded-lg whitespace-normal">
        {postingText(posting, platform)}
      </Badge>
      {posting.state === 'waiting' && <KeepsUp />}
    </p>
  )
}

let askedAt = 0

/** Once for all the replies on the screen. */
function KeepsUp() {
  const { revalidate } = useRevalidator()
  useRegularly(() => {
    if (Date.now() - askedAt < ASK_AGAIN_MS / 2) return
    askedAt = Date.now()
    revalidate()
  }, ASK_AGAIN_MS)
  return null
}
