import { useEffect, useRef, useState } from 'react'
import { Form, SubmitButton, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import {
  MAX_NOTE_CHARS,
  type Mentionable,
  mentionedIn,
  type NotesView,
  type NoteView,
} from '#worker/rules/notes.ts'
import { MentionField } from '../assignments/mention-field.tsx'

interface ReviewNotesProps {
  reviewId: string
  hasNotes: boolean
}

export default function ReviewNotes({ reviewId, hasNotes }: ReviewNotesProps) {
  const mayWrite = useMay('reviews.answer')
  const [view, setView] = useState<NotesView | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(hasNotes)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: 'Try again' reads the notes again
  useEffect(() => {
    if (!isOpen) return
    let isLeft = false
    setFailure(null)
    api.notes.list.query({ reviewId }).then(
      (found) => !isLeft && setView(found),
      (error: unknown) => !isLeft && setFailure(errorText(error)),
    )
    return () => {
      isLeft = true
    }
  }, [reviewId, isOpen, asked])
  if (!hasNotes && !mayWrite && !view?.notes.length) return null
  return (
    <details
      className="border-t pt-2 print:hidden"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 content-center font-semibold tracking-tight dense:min-h-8">
        Notes for the team
      </summary>
      <div className="mt-1 grid gap-4" aria-busy={isOpen && !view && failure === null}>
        {failure !== null ? (
          <>
            <p role="alert" className="text-sm text-destructive">
              {failure}
            </p>
            <Button variant="outline" className="justify-self-start" onClick={() => setAsked(asked + 1)}>
              Try again
            </Button>
          </>
        ) : view ? (
          <>
            {view.notes.length > 0 && (
              <ol className="grid gap-4">
                {view.notes.map((note) => (
                  <li key={note.id}>
                    <Note note={note} people={view.people} onChanged={setView} />
                  </li>
                ))}
              </ol>
            )}
            {mayWrite && <NoteForm reviewId={reviewId} people={view.people} onSaved={setView} />}
          </>
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </div>
    </details>
  )
}

interface NoteProps {
  note: NoteView
  people: readonly Mentionable[]
  onChanged: (view: NotesView) => void
}

function Note({ note, people, onChanged }: NoteProps) {
  const { id, text, by, isYours, mayDelete, createdAt, editedAt } = note
  const mayWrite = useMay('reviews.answer')
  const [isEditing, setEditing] = useState(false)
  const article = useRef<HTMLElement>(null)
  const { busy, act } = useAction()
  const name = isYours ? 'You' : (by ?? 'A former colleague')

  /** Moves the focus, because the pressed button disappears. */
  function close() {
    setEditing(false)
    article.current?.focus()
  }

  if (isEditing) {
    return (
      <NoteForm
        note={note}
        people={people}
        onCancel={close}
        onSaved={(view) => {
          onChanged(view)
          close()
        }}
      />
    )
  }
  return (
    <article ref={article} tabIndex={-1} aria-label={`Note by ${name}`} className="text-sm">
      <p className="flex flex-wrap gap-x-2">
        <b className="font-medium" dir="auto">
          {name}
        </b>
        <span className="text-muted-foreground">
          <RelativeTime date={createdAt} />
          {editedAt && ' · edited'}
        </span>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
      {mayWrite && mayDelete && (
        // The names of the buttons line up with the text.
        <p className="mt-1 -ml-3 flex flex-wrap gap-x-2">
          {isYours && (
            <Button variant="ghost" size="sm" onClick={() => setEditing(true)}>
              Edit
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            pending={busy !== null}
            onClick={() =>
              act('delete', async () => {
                article.current?.closest('details')?.querySelector('summary')?.focus()
                onChanged(await mutate(api.notes.remove.mutate({ id }), 'review-updated'))
              })
            }
          >
            Delete
          </Button>
        </p>
      )}
    </article>
  )
}

interface NoteFormProps {
  /** The review a new note is about. */
  reviewId?: string
  note?: NoteView
  people: readonly Mentionable[]
  onSaved: (view: NotesView) => void
  onCancel?: () => void
}

function NoteForm({ reviewId = '', note, people, onSaved, onCancel }: NoteFormProps) {
  const [text, setText] = useState(note?.text ?? '')
  const form = useForm(async () => {
    const call = note
      ? api.notes.change.mutate({ id: note.id, text })
      : api.notes.add.mutate({ reviewId, text })
    const view = await mutate(call, 'review-updated')
    setText('')
    onSaved(view)
  })
  const mentioned = mentionedIn(text, people).map(({ name }) => name)
  return (
    <Form form={form} className="gap-3">
      <MentionField
        label={note ? 'Change your note' : 'New note'}
        hint={
          mentioned.length > 0
            ? `Notifies ${mentioned.join(', ')}.`
            : 'Only your team can see it. Type @ to mention a colleague.'
        }
        name="text"
        error={form.errors.text}
        people={people}
        value={text}
        onChange={setText}
        maxLength={MAX_NOTE_CHARS}
        autoFocus={note !== undefined}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton form={form} size="sm">
          {note ? 'Save note' : 'Add note'}
        </SubmitButton>
        {onCancel && (
          <Button type="button" size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}
