import { useRevalidator } from '@remix-run/react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { type PostingView, type PostState, postingText, removalText } from '#worker/rules/responses.ts'
import { CopyAndOpen } from './copy-and-open.tsx'
import type { ReviewRow } from './inbox-data.server.ts'
import { type Outbox, useReply } from './use-reply.ts'

const ReplyComposer = lazy(() => import('./reply-composer.client.tsx'))

export interface ReplyAreaProps {
  review: ReviewRow
  outbox: Outbox
  /** Opens the composer by itself, where someone came to answer this review. */
  startsOpen?: boolean
}

/** The reply to a review in whatever state it is, and the answer the platform itself shows. */
export function ReplyArea({ review, outbox, startsOpen = false }: ReplyAreaProps) {
  const { ownerResponse, posting, removedAt } = review
  const name = PLATFORM_NAMES[review.platform]
  const reply = useReply(review, outbox, startsOpen && !review.response && !ownerResponse && !removedAt)
  // Once a reply of ours is live, the platform shows it as the owner's answer.
  const isOurs = ownerResponse !== undefined && ownerResponse.text === reply.savedText
  return (
    <div className="review-reply">
      {ownerResponse && !isOurs && (
        <div>
          <p className="review-meta">
            {`Answered on ${name} `}
            {ownerResponse.date && <RelativeTime date={ownerResponse.date} />}
          </p>
          <p className="review-answer" dir="auto">
            {ownerResponse.text}
          </p>
        </div>
      )}
      {reply.composing ? (
        <Suspense fallback={<Skeleton className="h-56 w-full" />}>
          <ReplyComposer
            review={review}
            composing={reply.composing}
            onSave={reply.save}
            onClose={reply.closeComposer}
          />
        </Suspense>
      ) : reply.local ? (
        <WaitingReply reply={reply} local={reply.local} />
      ) : reply.savedText !== null ? (
        <SavedReply review={review} reply={reply} text={reply.savedText} />
      ) : removedAt ? (
        <p className="review-meta">{`Nobody can read it on ${name} now, so there is nothing to answer.`}</p>
      ) : (
        <>
          {posting && <p className="review-meta">{removalText(posting, name)}</p>}
          <button
            type="button"
            className={ownerResponse ? 'review-action' : 'review-button'}
            onClick={reply.compose}
            data-reply
          >
            {ownerResponse ? (review.canPost ? 'Change the answer' : 'Write another answer') : 'Reply'}
          </button>
        </>
      )}
    </div>
  )
}

type Reply = ReturnType<typeof useReply>

/** A reply that is only in this browser yet. */
function WaitingReply({ reply, local }: { reply: Reply; local: NonNullable<Reply['local']> }) {
  return (
    <div>
      <p className="text-xs font-medium text-neutral" role="status">
        {local.failure ? `Not sent: ${local.failure}` : 'Waiting for a connection. It is sent by itself.'}
      </p>
      <p className="review-answer" dir="auto">
        {local.response_text}
      </p>
      <ReplyActions reply={reply} deleteLabel="Discard" />
    </div>
  )
}

/** A reply that is stored, or just being stored. */
function SavedReply({ review, reply, text }: { review: ReviewRow; reply: Reply; text: string }) {
  const { response, platform, posting, canPost } = review
  const name = PLATFORM_NAMES[platform]
  const isStored = !reply.isSaving && response
  return (
    <div aria-busy={reply.isSaving || undefined}>
      <p className="review-meta">
        {isStored ? 'Your reply ' : 'Your reply is being saved…'}
        {isStored && <RelativeTime date={response.date} />}
        {isStored && response.edited && ', edited'}
      </p>
      <p className="review-answer" dir="auto">
        {text}
      </p>
      {isStored && posting && <PostingChip posting={posting} platform={name} />}
      {isStored && !posting && (
        <p className="mt-1.5" role="status">
          <Badge variant={response.isPosted ? 'positive' : 'neutral'}>
            {response.isPosted ? `On ${name}` : `Not on ${name} yet`}
          </Badge>
        </p>
      )}
      {reply.wasSavedNow && !canPost && !response?.isPosted && (
        <p className="review-meta mt-1" role="status">
          {`Saved here. It shows on ${name} once you post it there.`}
        </p>
      )}
      {isStored && (
        <ReplyActions reply={reply} deleteLabel="Delete">
          {!canPost && !response.isPosted && (
            <>
              <CopyAndOpen reviewId={review.id} text={text} platform={name} />
              <button type="button" className="review-action" onClick={reply.markPosted}>
                I posted it
              </button>
            </>
          )}
        </ReplyActions>
      )}
    </div>
  )
}

interface ReplyActionsProps {
  reply: Reply
  deleteLabel: string
  children?: ReactNode
}

function ReplyActions({ reply, deleteLabel, children }: ReplyActionsProps) {
  return (
    <p>
      {children}
      <button type="button" className="review-action" onClick={reply.compose} data-reply>
        Edit
      </button>
      <button type="button" className="review-action danger" onClick={reply.remove}>
        {deleteLabel}
      </button>
    </p>
  )
}

const LOOKS: Record<PostState, BadgeProps['variant']> = {
  waiting: 'secondary',
  live: 'positive',
  held: 'neutral',
  refused: 'negative',
  failed: 'negative',
}
/** Google decides within minutes; the server asks it after one. */
const ASK_AGAIN_MS = 20_000

/** The state of a reply at its platform; read again while it is on its way. */
function PostingChip({ posting, platform }: { posting: PostingView; platform: string }) {
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
