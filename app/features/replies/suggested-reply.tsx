import { type FormEvent, useEffect, useId, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import { platformName } from '#worker/rules/platforms.ts'
import { MAX_HAND_BACK_CHARS, type SuggestionView } from '#worker/rules/responses.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

/** The suggested reply to a review; null if there is none, or it couldn't be read. */
export function useSuggestion({ id: reviewId, hasSuggestion, response, isAnswered }: ReviewRow) {
  const mayPost = useMay('replies.post')
  const [suggestion, setSuggestion] = useState<SuggestionView | null>(null)
  // The review no longer announces a returned suggestion, but its author continues with it.
  const isAsked = hasSuggestion || (!mayPost && !(response && isAnswered))
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the suggestion again when it may have changed
  useEffect(() => {
    if (!isAsked) return setSuggestion(null)
    let isLeft = false
    api.responses.suggestion.query({ reviewId }).then(
      (found) => !isLeft && setSuggestion(found),
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [reviewId, isAsked, asked])
  return { suggestion, askAgain: () => setAsked((count) => count + 1) }
}

export interface SuggestedReplyProps {
  review: ReviewRow
  suggestion: SuggestionView
  onPost: (text: string) => void
  onEdit: () => void
  /** Called after the suggestion was withdrawn or returned. */
  onChanged: () => void
}

export function SuggestedReply({ review, suggestion, onPost, onEdit, onChanged }: SuggestedReplyProps) {
  const mayPost = useMay('replies.post')
  const [isReturning, setReturning] = useState(false)
  const { text, state, remark, by, isYours, canReturn, updatedAt } = suggestion
  const platform = platformName(review)

  async function withdraw() {
    const done = await mutateOrToast(
      api.responses.withdrawSuggestion.mutate({ reviewId: review.id }),
      'response-updated',
      'Not withdrawn',
    )
    if (done !== null) onChanged()
  }

  return (
    <section aria-label="Suggested reply">
      <p className="review-meta" role="status">
        {state === 'returned'
          ? `${isYours ? 'Your suggestion' : `A suggestion by ${by ?? 'a former member'}`} was handed back `
          : isYours
            ? 'Your suggestion waits for approval. Written '
            : `${by ?? 'A former member'} suggests this reply. Written `}
        <RelativeTime date={updatedAt} />
      </p>
      {remark && (
        <p className="my-2 rounded-lg bg-muted px-3 py-2 wrap-anywhere whitespace-pre-line" dir="auto">
          {remark}
        </p>
      )}
      <p className="review-answer" dir="auto">
        {text}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {mayPost && state === 'open' && (
          <Button size="sm" onClick={() => onPost(text)}>
            {review.canPost ? `Post on ${platform}` : 'Save reply'}
          </Button>
        )}
        <Button size="sm" variant={mayPost ? 'outline' : 'default'} data-reply onClick={onEdit}>
          {mayPost ? 'Change it first' : 'Edit'}
        </Button>
        {mayPost && state === 'open' && !isYours && canReturn && !isReturning && (
          <Button size="sm" variant="outline" onClick={() => setReturning(true)}>
            Hand back
          </Button>
        )}
        {isYours && (
          <Button size="sm" variant="ghost" onClick={() => void withdraw()}>
            Withdraw
          </Button>
        )}
      </div>
      {isReturning && (
        <HandBack
          suggestion={suggestion}
          onCancel={() => setReturning(false)}
          onDone={() => {
            setReturning(false)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

interface HandBackProps {
  suggestion: SuggestionView
  onCancel: () => void
  onDone: () => void
}

function HandBack({ suggestion: { reviewId, text, by }, onCancel, onDone }: HandBackProps) {
  const id = useId()
  const [remark, setRemark] = useState('')

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    const done = await mutateOrToast(
      api.responses.returnSuggestion.mutate({ reviewId, text, remark }),
      'response-updated',
      'Not handed back',
    )
    if (done === null) return
    currentTarget?.closest<HTMLElement>('article')?.focus({ preventScroll: true })
    toast.success(`${by ?? 'Whoever wrote it'} sees your remark.`, { title: 'Handed back' })
    onDone()
  }

  return (
    <form className="mt-3 grid gap-2" aria-label="Hand back" onSubmit={(event) => void send(event)}>
      <label htmlFor={id} className="text-sm font-medium">
        What should change?
      </label>
      <Textarea
        id={id}
        dir="auto"
        required
        autoFocus
        maxLength={MAX_HAND_BACK_CHARS}
        value={remark}
        onChange={({ target }) => setRemark(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm">
          Hand back
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
