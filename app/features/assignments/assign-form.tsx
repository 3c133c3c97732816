import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import { MAX_ASSIGNMENT_CHARS } from '#worker/rules/reviews.ts'

interface AssignFormProps {
  people: readonly Assignee[]
  chosen: string | undefined
  isBusy: boolean
  onAssign: (userId: string, message: string | null) => void
  onCancel: () => void
}

/**
 * Form to choose a person and write them a message. `@` and the beginning of a name in the message choose the person,
 * too.
 */
export function AssignForm({ people, chosen, isBusy, onAssign, onCancel }: AssignFormProps) {
  const { user } = useViewer()
  const [userId, setUserId] = useState(
    chosen ?? people.find((one) => one.userId !== user.id)?.userId ?? user.id,
  )
  const [message, setMessage] = useState('')
  const [mention, setMention] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const offered = mention === null ? [] : namesFor(mention, people)

  function type(element: HTMLTextAreaElement) {
    setMessage(element.value)
    setMention(mentionBefore(element.value, element.selectionStart))
    const mentioned = mentionedIn(element.value, people)
    if (mentioned) setUserId(mentioned.userId)
  }

  function choose(person: Assignee) {
    const element = field.current
    if (!element) return
    const { text, caret } = completed(message, element.selectionStart, mentionOf(person))
    setMessage(text)
    setMention(null)
    setUserId(person.userId)
    element.focus()
    // Once the field has the new text.
    requestAnimationFrame(() => element.setSelectionRange(caret, caret))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    onAssign(userId, message.trim() || null)
  }

  return (
    <form className="my-3 grid gap-3 rounded-lg border p-3" aria-label="Assign" onSubmit={submit}>
      <Field label="Person">
        {(control) => (
          <Select {...control} autoFocus value={userId} onChange={(event) => setUserId(event.target.value)}>
            {people.map((person) => (
              <option key={person.userId} value={person.userId}>
                {person.userId === user.id ? `${person.name} (you)` : person.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Message" optional hint="They get it by e-mail. Type @ to mention someone else.">
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            value={message}
            maxLength={MAX_ASSIGNMENT_CHARS}
            onChange={(event) => type(event.currentTarget)}
            onKeyDown={(event) => {
              const [first] = offered
              if (event.key !== 'Tab' || !first) return
              event.preventDefault()
              choose(first)
            }}
          />
        )}
      </Field>
      {offered.length > 0 && (
        <fieldset aria-label="People" className="flex flex-wrap gap-2">
          {offered.map((person) => (
            <Button key={person.userId} type="button" variant="outline" onClick={() => choose(person)}>
              {person.name}
              {person.username && <span className="text-muted-foreground">@{person.username}</span>}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={isBusy}>
          Assign
        </Button>
        <Button type="button" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** An `@` at the start of the text or after a space, and the name typed after it. */
const MENTION = /(?:^|\s)@([^\s@]*)$/

const MAX_OFFERED = 5

/** The name typed after an `@` up to the caret; null if there is none. */
export function mentionBefore(text: string, caret: number): string | null {
  return MENTION.exec(text.slice(0, caret))?.[1] ?? null
}

/** People whose username, or any part of whose name, starts with the typed text, ignoring case. */
export function namesFor(typed: string, people: readonly Assignee[]): Assignee[] {
  const start = typed.toLocaleLowerCase()
  return people
    .filter(({ name, username }) =>
      [username ?? '', ...name.split(/\s+/)].some((part) => part.toLocaleLowerCase().startsWith(start)),
    )
    .slice(0, MAX_OFFERED)
}

/** The last person whose full username was typed. */
export function mentionedIn(text: string, people: readonly Assignee[]): Assignee | undefined {
  const typed = [...text.matchAll(/(?:^|\s)@([\w-]+)/g)].map(([, name = '']) => name.toLowerCase())
  const named = typed.flatMap((name) => people.find(({ username }) => username?.toLowerCase() === name) ?? [])
  return named.at(-1)
}

export function mentionOf({ username, name }: Assignee): string {
  return username ?? name
}

/** Completes the mention before the caret; returns the text and the new caret. */
export function completed(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = mentionBefore(text, caret) ?? ''
  const before = text.slice(0, caret - typed.length)
  const after = text.slice(caret)
  return { text: `${before}${name} ${after.trimStart()}`, caret: before.length + name.length + 1 }
}
