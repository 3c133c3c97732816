import { useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { api, errorText, isUnanswered } from '#app/lib/api.ts'
import type { ReplyDraft } from '#worker/rules/drafts.ts'

export interface DraftPanelProps {
  reviewId: string
  text: string
  onReplace: (text: string) => void
  onClose: () => void
}

type State =
  | { is: 'asking' }
  | { is: 'failed'; message: string }
  | { is: 'held'; draft: ReplyDraft }
  /** The draft is offered instead of inserted, because the field already contains typed text. */
  | ({ is: 'offered' } & Offered)
  | ({ is: 'inserted'; before: string } & Offered)

interface Offered {
  text: string
  about: string
  checklist: string[]
}

const OFFLINE = 'Drafting needs a connection. What you typed is kept; try again once you’re online.'

/** Puts a draft into an empty field; replaces typed text only on request. */
export default function DraftPanel({ reviewId, text, onReplace, onClose }: DraftPanelProps) {
  const [state, setState] = useState<State>({ is: 'asking' })
  useEffect(() => {
    let isLeft = false
    api.insights.draft.mutate({ reviewId }).then(
      (draft) => !isLeft && setState(stateOf(draft)),
      (error: unknown) => {
        const message = isUnanswered(error) ? OFFLINE : errorText(error)
        if (!isLeft) setState({ is: 'failed', message })
      },
    )
    return () => {
      isLeft = true
    }
  }, [reviewId])
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (state.is !== 'offered' || !isEmpty) return
    onReplace(state.text)
    setState({ ...state, is: 'inserted', before: '' })
  }, [state, isEmpty, onReplace])

  function replace(draft: Offered) {
    onReplace(draft.text)
    setState({ ...draft, is: 'inserted', before: text })
  }

  function undo(before: string) {
    onReplace(before)
    onClose()
  }

  return (
    <div className="grid gap-2 rounded-lg bg-muted p-3 text-sm" role="status">
      {state.is === 'asking' && <p>Drafting…</p>}
      {state.is === 'failed' && <p className="text-destructive">{state.message}</p>}
      {state.is === 'held' && <Held draft={state.draft} />}
      {state.is === 'offered' && (
        <>
          <p className="font-medium">Replace what you typed with this draft?</p>
          <p className="whitespace-pre-line" dir="auto">
            {state.text}
          </p>
        </>
      )}
      {state.is === 'inserted' && (
        <>
          <p className={state.checklist.length > 0 ? 'font-medium' : undefined}>{state.about}</p>
          <Checklist steps={state.checklist} />
        </>
      )}
      {state.is !== 'asking' && (
        <div className="flex flex-wrap gap-2">
          {state.is === 'offered' && (
            <Button variant="outline" size="sm" onClick={() => replace(state)}>
              Replace it
            </Button>
          )}
          {state.is === 'inserted' && state.text === text && (
            <Button variant="outline" size="sm" onClick={() => undo(state.before)}>
              Undo
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onClose}>
            {state.is === 'offered' ? 'Keep mine' : 'Close'}
          </Button>
        </div>
      )}
    </div>
  )
}

function stateOf(draft: ReplyDraft): State {
  const { text } = draft
  if (text === null) return { is: 'held', draft }
  return { is: 'offered', text, about: aboutText(draft), checklist: draft.checklist }
}

function Held({ draft: { held, checklist } }: { draft: ReplyDraft }) {
  return (
    <>
      <p className="font-medium">This reply is best written by you. No credits were used.</p>
      {held.map((why) => (
        <p key={why}>{why}</p>
      ))}
      <Checklist steps={checklist} />
    </>
  )
}

function Checklist({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  )
}

function aboutText({ source, unrewritten, hasBlank }: ReplyDraft): string {
  if (hasBlank) return 'Fill in before you post'
  if (source === 'model') return 'Draft in your voice, by a language model. Check it before you post.'
  return ['Draft. Check it before you post.', unrewritten].filter(Boolean).join(' ')
}
