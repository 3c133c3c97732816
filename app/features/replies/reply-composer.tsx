import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type MutableRefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import { hasFeature } from '#worker/rules/plans.ts'
import { platformName } from '#worker/rules/platforms.ts'
import {
  MAX_REPLY_BYTES,
  MAX_RESPONSE_CHARS,
  postedBytes,
  TOO_LONG_FOR_GOOGLE,
} from '#worker/rules/responses.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { copyReply, hasPlatformPage } from './copy-and-open.tsx'
import { ReplyAdvice } from './reply-advice.tsx'
import { TemplateButton } from './template-button.tsx'
import { draftOf, keepDraft } from './use-draft.ts'
import type { Composing } from './use-reply.ts'

const DraftPanel = onDemand(() => import('./draft-panel.client.tsx'))
const SaveTemplate = onDemand(() => import('./save-template.client.tsx'))

/** Input made before the composer was loaded. */
export interface Typed {
  text: string
  hasFocus: boolean
  /** True if Ctrl or ⌘ and Enter were pressed. */
  isSubmitted: boolean
}

export interface ReplyComposerProps {
  review: ReviewRow
  businessName: string
  /** Initial content; null for a review without a reply. */
  composing: Composing | null
  /** Input made in the placeholder field; the composer takes it over once, then sets it to null. */
  typed: MutableRefObject<Typed | null>
  onSave: (text: string) => void
  /** Saves the reply and opens the next review of the list; absent if there is none. */
  onSaveAndNext?: ((text: string) => void) | undefined
  /** Marks the review as needing no reply; absent if it already needs none. */
  onSettle?: (() => void) | undefined
  /** Called once the reply is copied and its platform opened in a new tab. */
  onOpen: () => void
  /** Closes the composer; absent if there is nothing to return to. */
  onClose?: (() => void) | undefined
}

/** Unsaved text is kept in this browser. */
export function ReplyComposer(props: ReplyComposerProps) {
  const { review, businessName, composing, typed, onSave, onSaveAndNext, onSettle, onOpen, onClose } = props
  const { user, plan } = useViewer()
  const mayPost = useMay('replies.post')
  const accountId = user.id
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const format = useFormat()
  const [text, setText] = useState(composing?.text ?? '')
  const [problem, setProblem] = useState(composing?.error ?? null)
  /** Number of drafts requested; 0 while the panel is closed. */
  const [draftAsked, setDraftAsked] = useState(0)
  const [template, setTemplate] = useState<string | null>(null)
  const draftButton = useRef<HTMLButtonElement>(null)
  const left = roomLeft(text)
  const name = platformName(review)

  useEffect(() => {
    const element = field.current
    if (!element) return
    const before = typed.current
    typed.current = null
    if (before?.text) keepDraft(accountId, review.id, before.text)
    if (!composing) element.value = draftOf(accountId, review.id) ?? ''
    if (composing || before?.hasFocus) {
      element.focus({ preventScroll: true })
      element.setSelectionRange(element.value.length, element.value.length)
    }
    setText(element.value)
    if (before?.isSubmitted) element.form?.requestSubmit()
  }, [accountId, review.id, composing, typed])

  function change(changed: string) {
    setText(changed)
    setProblem(null)
    keepDraft(accountId, review.id, changed)
  }

  function insert(template: string) {
    const element = field.current
    if (!element) return
    write(element, template, element.selectionStart, element.selectionEnd)
  }

  const replace = useCallback((whole: string) => {
    const element = field.current
    if (!element) return
    write(element, whole, 0, element.value.length)
    // Scroll to the beginning of the text.
    element.setSelectionRange(0, 0)
    element.scrollTop = 0
  }, [])

  function submit(send: (text: string) => void) {
    const written = field.current?.value ?? ''
    const found = replyProblem(written, review.canPost)
    setProblem(found)
    if (found) return field.current?.focus()
    leave()
    send(written.trim())
  }

  /** Moves the focus to the review, because the field disappears. */
  function leave() {
    field.current?.closest<HTMLElement>('article')?.focus({ preventScroll: true })
  }

  const close =
    onClose &&
    (() => {
      leave()
      onClose()
    })

  function onKeyDown(event: KeyboardEvent) {
    // Ignore keys of the templates' dialog, which bubble up because it belongs to this component.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      submit(event.shiftKey && onSaveAndNext ? onSaveAndNext : onSave)
    } else if (event.key === 'Escape') {
      leave()
      onClose?.()
    }
  }

  return (
    <form
      className="grid w-full gap-2"
      aria-label={`Reply to ${review.reviewerName}`}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit(onSave)
      }}
    >
      <label htmlFor={id} className="text-sm font-medium">
        Your reply
      </label>
      <Textarea
        ref={field}
        id={id}
        defaultValue={composing?.text}
        dir="auto"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : `${id}-count`}
        placeholder={adviceFor(review)}
        className="max-h-96 min-h-36 resize-y"
        data-reply
        onChange={(event) => change(event.target.value)}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm text-destructive">
          {problem}
        </p>
      )}
      {text.trim() !== '' && (
        <ReplyAdvice review={review} businessName={businessName} text={text} onReplace={replace} />
      )}
      <p id={`${id}-count`} className="flex flex-wrap justify-between gap-x-3 text-xs text-muted-foreground">
        <span className={cn(!review.canPost && 'pointer-coarse:hidden')}>
          {!mayPost
            ? 'Somebody who may post reads it first.'
            : review.canPost
              ? review.ownerResponse
                ? `Replaces the answer that ${name} shows now. Everyone can read it.`
                : `Posts publicly on ${name}. Everyone can read it.`
              : 'Press Ctrl or ⌘ + Enter to save.'}
        </span>
        <span className={cn('ml-auto', left < 0 && 'text-destructive')}>
          {left < 0 ? `${format.number(-left)} too many` : `${format.number(left)} left`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm">
          {!mayPost ? 'Suggest reply' : review.canPost ? `Post on ${name}` : 'Save reply'}
        </Button>
        {onSaveAndNext && (
          <Button variant="outline" size="sm" onClick={() => submit(onSaveAndNext)}>
            {!mayPost ? 'Suggest and next' : review.canPost ? 'Post and next' : 'Save and next'}
          </Button>
        )}
        {mayPost && !review.canPost && (
          <SaveAndOpen
            review={review}
            text={text}
            onProblem={setProblem}
            onSave={(saved) => {
              onOpen()
              onSave(saved)
            }}
          />
        )}
      </div>
      <div className="-ml-3 flex flex-wrap gap-x-1 gap-y-2">
        <TemplateButton
          review={review}
          businessName={businessName}
          onChoose={insert}
          onSave={text.trim() === '' ? undefined : () => setTemplate(text.trim())}
        />
        {hasFeature(plan, 'hasAIInsights') && (
          <Button
            ref={draftButton}
            variant="ghost"
            size="sm"
            data-draft
            onPointerDown={DraftPanel.preload}
            onClick={() => setDraftAsked(draftAsked + 1)}
          >
            Draft a reply (1 credit)
          </Button>
        )}
        {onSettle && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              leave()
              onSettle()
            }}
          >
            No reply needed
          </Button>
        )}
        {close && (
          <Button variant="ghost" size="sm" onClick={close}>
            Cancel
          </Button>
        )}
      </div>
      {template !== null && (
        <SaveTemplate
          review={review}
          businessName={businessName}
          text={template}
          onClose={() => setTemplate(null)}
          onFailure={() => setTemplate(null)}
        />
      )}
      {draftAsked > 0 && (
        <DraftPanel
          key={draftAsked}
          reviewId={review.id}
          text={text}
          onReplace={replace}
          onClose={() =>
            closeAndRefocus(
              () => draftButton.current,
              () => setDraftAsked(0),
            )
          }
          onFailure={() => setDraftAsked(0)}
        />
      )}
    </form>
  )
}

function adviceFor({ rating, review, reviewerName }: ReviewRow): string {
  if (rating < 3) {
    return review
      ? 'Say sorry, say what you’ll do, offer to talk.'
      : `Say sorry, and ask ${reviewerName} what went wrong.`
  }
  return review
    ? `Thank ${reviewerName}, respond to what they said, invite them back.`
    : `Thank ${reviewerName} and invite them back.`
}

function write(field: HTMLTextAreaElement, text: string, from: number, to: number): void {
  field.setRangeText(text, from, to, 'end')
  field.focus()
  // React compares with the last value it knows: without this event it would not notice that the field was emptied.
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

interface SaveAndOpenProps {
  review: ReviewRow
  text: string
  onProblem: (problem: string) => void
  onSave: (text: string) => void
}

/** Button for platforms that we can't post to. Saving the reply makes the review count as answered. */
function SaveAndOpen({ review, text, onProblem, onSave }: SaveAndOpenProps) {
  const name = platformName(review)

  function save(event: MouseEvent) {
    const problem = replyProblem(text)
    if (problem) {
      event.preventDefault()
      onProblem(problem)
      return
    }
    void copyReply(text.trim(), name)
    onSave(text.trim())
  }

  if (!hasPlatformPage(review))
    return (
      <Button variant="outline" size="sm" onClick={save}>
        Save and copy
      </Button>
    )
  return (
    <Button asChild variant="outline" size="sm">
      <a href={`/app/reviews/open?review=${review.id}`} target="_blank" rel="noopener" onClick={save}>
        {`Save and open ${name}`}
      </a>
    </Button>
  )
}

/** Number of characters that still fit; negative if there are too many. */
export function roomLeft(text: string): number {
  return MAX_RESPONSE_CHARS - text.trim().length
}

/**
 * Reason why a reply can't be saved yet; null if it can be saved.
 *
 * @param isPosted true if it is posted to Google, which counts bytes
 */
export function replyProblem(text: string, isPosted = false): string | null {
  if (text.trim() === '') return 'Write a reply first.'
  const left = roomLeft(text)
  if (left >= 0 && isPosted && postedBytes(text.trim()) > MAX_REPLY_BYTES) return TOO_LONG_FOR_GOOGLE
  return left < 0 ? `Shorten the reply by ${-left} ${left === -1 ? 'character' : 'characters'}.` : null
}
