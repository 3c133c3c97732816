import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Textarea } from '#app/components/ui/textarea.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import {
  MAX_REPLY_BYTES,
  MAX_RESPONSE_CHARS,
  postedBytes,
  TOO_LONG_FOR_GOOGLE,
} from '#worker/rules/responses.ts'
import { copyReply } from './copy-and-open.tsx'
import type { ReviewRow } from './inbox-data.server.ts'
import { type Composing, keepDraft } from './use-reply.ts'

export interface ReplyComposerProps {
  review: ReviewRow
  composing: Composing
  onSave: (text: string) => void
  onClose: () => void
}

/**
 * Writes a reply: fills the screen of a phone, sits beside the review elsewhere. A default export, because it is
 * loaded when first used.
 */
export default function ReplyComposer({ review, composing, onSave, onClose }: ReplyComposerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const format = useFormat()
  const [text, setText] = useState(composing.text)
  const [problem, setProblem] = useState(composing.error)
  const left = roomLeft(text)

  useEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    if (window.matchMedia('(width < 48rem)').matches) element.showModal()
    else element.show()
    const field = element.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
    const card = element.closest<HTMLElement>('article')
    return () => card?.focus({ preventScroll: true })
  }, [])

  function submit(event?: FormEvent) {
    event?.preventDefault()
    const found = replyProblem(text, review.canPost)
    if (found) setProblem(found)
    else onSave(text.trim())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
    else if (event.key === 'Escape') onClose()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={`Reply to ${review.reviewerName}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="bg-card text-card-foreground max-md:fixed max-md:inset-0 max-md:h-dvh max-md:max-h-none max-md:w-full max-md:max-w-none max-md:overflow-y-auto max-md:p-4 md:static md:w-full"
    >
      <form onSubmit={submit} className="flex h-full flex-col gap-3 md:h-auto">
        <div className="rounded-lg bg-muted p-3 text-sm md:hidden">
          <p className="flex items-center gap-2 font-medium">
            <Verdict review={review} size="sm" /> {review.reviewerName}
          </p>
          <p className="mt-1 line-clamp-4 break-words text-muted-foreground" dir="auto">
            {review.review || 'Rating without text.'}
          </p>
        </div>
        <label htmlFor={id} className="text-sm font-medium">
          Your reply
        </label>
        <Textarea
          id={id}
          value={text}
          dir="auto"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : `${id}-count`}
          placeholder={`Thank ${review.reviewerName}, answer what they raised, invite them back.`}
          className="min-h-32 max-md:flex-1 max-md:resize-none"
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
            keepDraft(review.id, event.target.value)
          }}
        />
        {problem && (
          <p id={`${id}-problem`} role="alert" className="text-sm text-destructive">
            {problem}
          </p>
        )}
        {/* First on a phone: further down the keyboard would cover the buttons. */}
        <div className="flex flex-wrap items-center justify-between gap-2 max-md:order-first">
          <p
            id={`${id}-count`}
            className={cn('text-xs text-muted-foreground', left < 0 && 'text-destructive')}
          >
            {left < 0 ? `${format.number(-left)} too many` : `${format.number(left)} left`}
            <span className="max-md:hidden"> · Ctrl or ⌘ Enter saves</span>
            {review.canPost && review.ownerResponse && (
              <span className="block">{`Replaces the answer that ${PLATFORM_NAMES[review.platform]} shows now.`}</span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="ghost" size="sm" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="sm">
              {review.canPost ? `Post on ${PLATFORM_NAMES[review.platform]}` : 'Save reply'}
            </Button>
            {!review.canPost && (
              <SaveAndOpen review={review} text={text} onProblem={setProblem} onSave={onSave} />
            )}
          </div>
        </div>
      </form>
    </dialog>
  )
}

export interface SaveAndOpenProps {
  review: ReviewRow
  text: string
  onProblem: (problem: string) => void
  onSave: (text: string) => void
}

/** Where we can't post: saves the reply, so that the review counts as answered, and opens its platform to paste it there. */
export function SaveAndOpen({ review, text, onProblem, onSave }: SaveAndOpenProps) {
  const name = PLATFORM_NAMES[review.platform]

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

  return (
    <Button asChild variant="outline" size="sm">
      <a href={`/app/reviews/open?review=${review.id}`} target="_blank" rel="noopener" onClick={save}>
        {`Save and open ${name}`}
      </a>
    </Button>
  )
}

/** Characters that still fit; negative when there are too many. */
export function roomLeft(text: string): number {
  return MAX_RESPONSE_CHARS - text.trim().length
}

/**
 * Why a reply can't be saved yet; null when it can.
 *
 * @param isPosted whether it goes to Google, which counts bytes
 */
export function replyProblem(text: string, isPosted = false): string | null {
  if (text.trim() === '') return 'Write a reply first.'
  const left = roomLeft(text)
  if (left >= 0 && isPosted && postedBytes(text.trim()) > MAX_REPLY_BYTES) return TOO_LONG_FOR_GOOGLE
  return left < 0 ? `Shorten the reply by ${-left} ${left === -1 ? 'character' : 'characters'}.` : null
}
