import { type FormEvent, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import { mentionedIn } from '#worker/rules/notes.ts'
import { MAX_ASSIGNMENT_CHARS } from '#worker/rules/reviews.ts'
import { MentionField } from './mention-field.tsx'

interface AssignFormProps {
  people: readonly Assignee[]
  chosen: string | undefined
  isBusy: boolean
  onAssign: (userId: string, message: string | null) => void
  onCancel: () => void
}

/** Typing `@` and the beginning of a name in the message also chooses the person. */
export function AssignForm({ people, chosen, isBusy, onAssign, onCancel }: AssignFormProps) {
  const { user } = useViewer()
  const [userId, setUserId] = useState(
    chosen ?? people.find((one) => one.userId !== user.id)?.userId ?? user.id,
  )
  const [message, setMessage] = useState('')

  function type(text: string) {
    setMessage(text)
    const named = mentionedIn(text, people).at(-1)
    if (named) setUserId(named.userId)
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
      <MentionField
        label="Message"
        optional
        hint="They get it by e-mail. Type @ to mention someone else."
        people={people}
        value={message}
        onChange={type}
        maxLength={MAX_ASSIGNMENT_CHARS}
      />
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
