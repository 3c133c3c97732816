import { type ComponentType, useCallback, useEffect, useId, useRef, useState } from 'react'
import { loadCode } from '#app/components/on-demand.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import { platformName } from '#worker/rules/platforms.ts'
import type { ReplyAreaProps } from './reply-area.client.tsx'
import type { Typed } from './reply-composer.tsx'
import { draftOf, keepDraft } from './use-draft.ts'

type Area = ComponentType<ReplyAreaProps>

let loaded: Area | null = null

/**
 * Shows the reply and a field of the composer's size until the composer's code is loaded. The composer then takes over
 * the typed text, the focus and Ctrl+Enter. Offline, the text is kept until the code can be loaded.
 */
export function ReplySlot(props: Omit<ReplyAreaProps, 'typed'>) {
  const field = useRef<HTMLTextAreaElement | null>(null)
  const id = useId()
  const { user } = useViewer()
  const { id: reviewId, response, ownerResponse, removedAt, isAnswered } = props.review
  const [Area, setArea] = useState<Area | null>(() => loaded)
  const mayAnswer = useMay('reviews.answer')
  const typed = useRef<Typed | null>(null)
  const isSubmitted = useRef(false)
  const holdField = useCallback((element: HTMLTextAreaElement | null) => {
    // The composer is about to replace the field: save its state while it's still on the page.
    if (!element && field.current) {
      const hasFocus = document.activeElement === field.current
      typed.current = { text: field.current.value, hasFocus, isSubmitted: isSubmitted.current }
    }
    field.current = element
  }, [])
  useEffect(() => {
    const element = field.current
    const draft = draftOf(user.id, reviewId)
    if (!element || !draft || element.value === draft) return
    // Append text typed before hydration to the saved draft.
    element.value = element.value ? `${draft}\n${element.value}` : draft
  }, [user.id, reviewId])
  useEffect(() => {
    if (Area || !mayAnswer) return
    const leaving = new AbortController()
    loadCode(() => import('./reply-area.client.tsx'), leaving.signal).then(
      (module) => {
        loaded = module.ReplyArea
        setArea(() => module.ReplyArea)
      },
      // A toast has reported the failure, unless the review was left.
      () => {},
    )
    return () => leaving.abort()
  }, [Area, mayAnswer])
  if (Area && mayAnswer) return <Area {...props} typed={typed} />
  return (
    <div className="review-reply min-h-80">
      {ownerResponse && ownerResponse.text !== response?.text && (
        <div>
          <p className="review-meta">{`Answered on ${platformName(props.review)}`}</p>
          <p className="review-answer" dir="auto">
            {ownerResponse.text}
          </p>
        </div>
      )}
      {response && (
        <div>
          <p className="review-meta">
            Your reply <RelativeTime date={response.date} />
          </p>
          <p className="review-answer" dir="auto">
            {response.text}
          </p>
        </div>
      )}
      {!response && !mayAnswer && (
        <p className="review-meta">
          You can read reviews here. To answer them you need a different role: ask an admin of your team.
        </p>
      )}
      {!response && !ownerResponse && !removedAt && !isAnswered && mayAnswer && (
        <div className="grid gap-2">
          <label htmlFor={id} className="font-medium">
            Your reply
          </label>
          <Textarea
            ref={holdField}
            id={id}
            dir="auto"
            className="field-sizing-fixed h-36 resize-y"
            data-reply
            onChange={(event) => keepDraft(user.id, reviewId, event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) isSubmitted.current = true
            }}
          />
          <noscript>Saving a reply needs JavaScript, which is turned off in this browser.</noscript>
        </div>
      )}
    </div>
  )
}
