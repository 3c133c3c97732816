import { useRevalidator } from '@remix-run/react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { useMay } from '#app/lib/viewer.ts'
import { platformName } from '#worker/rules/platforms.ts'
import { type PostingView, type PostState, postingText, removalText } from '#worker/rules/responses.ts'
import { settleReviews } from '../inbox/mark-answered.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { CopyAndOpen } from './copy-and-open.tsx'
import { ReplyComposer, type ReplyComposerProps } from './reply-composer.tsx'
import { SuggestedReply, useSuggestion } from './suggested-reply.tsx'
import { useReply } from './use-reply.ts'

export interface ReplyAreaProps {
  review: ReviewRow
  businessName: string
  typed: ReplyComposerProps['typed']
  /** Opens the next review of the list; absent after the last one. */
  onNext?: (() => void) | undefined
  /**
   * Opens this review, so that it stays on screen even if the reply removes it from the list; absent if it is already
   * open.
   */
  onStay?: (() => void) | undefined
  /** Returns to this review, whatever list is on screen by then. */
  onReturn: () => void
}

export function ReplyArea({ review, businessName, typed, onNext, onStay, onReturn }: ReplyAreaProps) {
  const { ownerResponse, posting, removedAt, isAnswered } = review
  const name = platformName(review)
  const reply = useReply(review, (message) =>
    toast.error(`${message} Its text is kept as a draft.`, {
      title: `Your reply to ${review.reviewerName} was not saved`,
      action: { label: 'Open it', onPress: onReturn },
    }),
  )
  const mayPost = useMay('replies.post')
  // The review was edited after its reply.
  const needsAnother = !isAnswered && !removedAt && !reply.isSaving && !reply.wasSavedNow
  const { suggestion, askAgain } = useSuggestion(review)
  const suggested = suggestion && (
    <SuggestedReply
      review={review}
      suggestion={suggestion}
      onPost={(text) => {
        onStay?.()
        void reply.save(text, true).then(askAgain)
      }}
      onEdit={() => reply.compose(suggestion.text)}
      onChanged={askAgain}
    />
  )
  // A posted reply of ours comes back as the platform's owner response; don't show it twice.
  const isOurs = ownerResponse !== undefined && ownerResponse.text === reply.savedText
  const isSettled = reply.local || reply.savedText !== null || ownerResponse || removedAt || isAnswered
  const composer = (
    <ReplyComposer
      // Remount when the composer is opened, to start with the given text.
      key={reply.composing ? 'opened' : 'first'}
      review={review}
      businessName={businessName}
      composing={reply.composing}
      typed={typed}
      onSave={(text) => {
        onStay?.()
        void reply.save(text).then(askAgain)
      }}
      onSaveAndNext={
        onNext &&
        ((text) => {
          onNext()
          void reply.save(text)
        })
      }
      onSettle={
        isSettled
          ? undefined
          : () => {
              onNext?.()
              void settleReviews([review.id])
            }
      }
      onOpen={reply.askPosted}
      onClose={isSettled || suggestion ? reply.closeComposer : undefined}
    />
  )
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
        <>
          {reply.composing.error && reply.savedText !== null && (
            <div>
              <p className="review-meta">The reply that is saved now</p>
              <p className="review-answer" dir="auto">
                {reply.savedText}
              </p>
            </div>
          )}
          {composer}
        </>
      ) : reply.local ? (
        <WaitingReply reply={reply} local={reply.local} />
      ) : reply.savedText !== null ? (
        <>
          <SavedReply review={review} reply={reply} text={reply.savedText} />
          {needsAnother && (suggested || (!mayPost && <SuggestAnother reply={reply} />))}
        </>
      ) : suggested ? (
        suggested
      ) : removedAt ? (
        <p className="review-meta">{`This review is no longer shown on ${name}, so there is nothing to answer.`}</p>
      ) : isSettled ? (
        <>
          {!ownerResponse && <SettledByWord review={review} platform={name} />}
          <button type="button" className="review-button" onClick={() => reply.compose()} data-reply>
            {!ownerResponse ? 'Reply' : review.canPost ? 'Change the answer' : 'Write another answer'}
          </button>
        </>
      ) : (
        <>
          {posting && <p className="review-meta">{removalText(posting, name)}</p>}
          {composer}
        </>
      )}
    </div>
  )
}

/** Shown if the owner marked the review as needing no reply, or as answered on its platform. */
function SettledByWord({ review, platform }: { review: ReviewRow; platform: string }) {
  function reopen() {
    void mutateOrToast(api.responses.reopen.mutate({ reviewIds: [review.id] }), 'review-status-changed')
  }
  return (
    <p>
      {review.isSettled ? 'You said that it needs no reply. ' : `You marked it as answered on ${platform}. `}
      <button type="button" className="review-action" onClick={reopen}>
        {review.isSettled ? 'Put it back on the list' : 'Mark as unanswered'}
      </button>
    </p>
  )
}

type Reply = ReturnType<typeof useReply>

/** A reply that is only in this browser so far. */
function WaitingReply({ reply, local }: { reply: Reply; local: NonNullable<Reply['local']> }) {
  return (
    <div>
      <p className="text-xs font-medium text-neutral" role="status">
        {local.failure
          ? `Not sent: ${local.failure}`
          : 'Waiting for a connection. It will be sent automatically.'}
      </p>
      <p className="review-answer" dir="auto">
        {local.response_text}
      </p>
      <ReplyActions reply={reply} deleteLabel="Discard" />
    </div>
  )
}

function SuggestAnother({ reply }: { reply: Reply }) {
  return (
    <button type="button" className="review-button mt-2" onClick={() => reply.compose()} data-reply>
      Suggest another reply
    </button>
  )
}

function SavedReply({ review, reply, text }: { review: ReviewRow; reply: Reply; text: string }) {
  const { response, posting, canPost } = review
  const name = platformName(review)
  const isStored = !reply.isSaving && response
  const outbox = useOutbox(review.leavesAt)
  const mayPost = useMay('replies.post')
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
      {isStored && posting && !(outbox.isOpen && mayPost) && (
        <PostingChip posting={posting} platform={name} />
      )}
      {isStored && outbox.isOpen && mayPost && (
        <p className="mt-1.5 flex flex-wrap items-center gap-2" role="status">
          <Badge variant="secondary">
            {`Goes to ${name} `}
            <RelativeTime date={outbox.leavesAt} whenDue="now" />
          </Badge>
          <button type="button" className="review-button" onClick={reply.undo}>
            Undo
          </button>
        </p>
      )}
      {isStored && !posting && (
        <p className="mt-1.5" role="status">
          <Badge variant={response.isPosted ? 'positive' : 'neutral'}>
            {response.isPosted ? `On ${name}` : 'Saved, not posted'}
          </Badge>
        </p>
      )}
      {reply.wasSavedNow && !canPost && !response?.isPosted && (
        <p className="review-meta mt-1" role="status">
          {`Saved here. It shows on ${name} once you post it there.`}
        </p>
      )}
      {isStored && reply.asksPosted && !canPost && !response.isPosted && (
        <PostedQuestion reply={reply} platform={name} />
      )}
      {reply.isRemovalHeld && (
        <p className="text-xs font-medium text-neutral" role="status">
          Waiting for a connection. It will be deleted automatically.
        </p>
      )}
      {isStored && !reply.isRemovalHeld && mayPost && (
        <ReplyActions reply={reply} deleteLabel="Delete">
          {!canPost && !response.isPosted && (
            <>
              <CopyAndOpen review={review} text={text} onOpen={reply.askPosted} />
              {!reply.asksPosted && (
                <button type="button" className="review-action" onClick={reply.markPosted}>
                  I posted it
                </button>
              )}
            </>
          )}
        </ReplyActions>
      )}
    </div>
  )
}

/** `isOpen` is true until the reply is due to be sent; then the screen's data is reloaded. */
function useOutbox(leavesAt = '') {
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const leftMs = Date.parse(leavesAt) - Date.now()
    setOpen(leftMs > 0)
    if (!(leftMs > 0)) return
    const timer = setTimeout(() => {
      setOpen(false)
      revalidate()
    }, leftMs)
    return () => clearTimeout(timer)
  }, [leavesAt, revalidate])
  return { isOpen, leavesAt }
}

function PostedQuestion({ reply, platform }: { reply: Reply; platform: string }) {
  /** Moves the focus to the review, because the question disappears. */
  const answer = (settle: () => unknown) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('article')?.focus({ preventScroll: true })
    settle()
  }
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 rounded-lg bg-muted p-3">
      <p className="mr-auto font-medium">{`Posted on ${platform}?`}</p>
      <button type="button" className="review-button" onClick={answer(reply.markPosted)}>
        Yes, it’s posted
      </button>
      <button type="button" className="review-button" onClick={answer(reply.settlePosted)}>
        Not yet
      </button>
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
      <button type="button" className="review-action" onClick={() => reply.compose()} data-reply>
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
/** Interval for polling a reply's status: Google decides within minutes, and the server first asks after one minute. */
const ASK_AGAIN_MS = 20_000

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

/** Polls until the reply is posted. Only one instance at a time polls, for all replies on screen. */
function KeepsUp() {
  const { revalidate } = useRevalidator()
  useRegularly(() => {
    if (Date.now() - askedAt < ASK_AGAIN_MS / 2) return
    askedAt = Date.now()
    revalidate()
  }, ASK_AGAIN_MS)
  return null
}
