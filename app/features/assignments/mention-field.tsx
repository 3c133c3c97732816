import { type TextareaHTMLAttributes, useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field, type FieldProps } from '#app/components/ui/field.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import type { Mentionable } from '#worker/rules/notes.ts'

interface MentionFieldProps
  extends Pick<FieldProps, 'hint' | 'error' | 'optional'>,
    Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'autoFocus' | 'maxLength'> {
  label: string
  people: readonly Mentionable[]
  value: string
  onChange: (text: string) => void
}

/** Suggests people while a name is typed after an `@`. Tab chooses the first one. */
export function MentionField({
  label,
  hint,
  error,
  optional,
  people,
  value,
  onChange,
  ...props
}: MentionFieldProps) {
  const [mention, setMention] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const offered = mention === null ? [] : namesFor(mention, people)

  function choose(person: Mentionable) {
    const element = field.current
    if (!element) return
    const { text, caret } = completed(value, element.selectionStart, mentionOf(person))
    onChange(text)
    setMention(null)
    element.focus()
    // After the field has the new text.
    requestAnimationFrame(() => element.setSelectionRange(caret, caret))
  }

  return (
    <>
      <Field label={label} hint={hint} error={error} optional={optional}>
        {(control) => (
          <Textarea
            {...control}
            {...props}
            ref={field}
            dir="auto"
            value={value}
            onChange={({ currentTarget: element }) => {
              onChange(element.value)
              setMention(mentionBefore(element.value, element.selectionStart))
            }}
            onKeyDown={(event) => {
              const [first] = offered
              if (event.key !== 'Tab' || event.shiftKey || !first) return
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
    </>
  )
}

/** An `@` at the start of the text or after a space, and the name typed after it. */
const MENTION = /(?:^|\s)@([^\s@]*)$/

const MAX_OFFERED = 5

export function mentionBefore(text: string, caret: number): string | null {
  return MENTION.exec(text.slice(0, caret))?.[1] ?? null
}

/** People whose username or a part of whose name starts with the typed text, ignoring case. */
export function namesFor<Person extends Mentionable>(typed: string, people: readonly Person[]): Person[] {
  const start = typed.toLocaleLowerCase()
  return people
    .filter(({ name, username }) =>
      [username ?? '', ...name.split(/\s+/)].some((part) => part.toLocaleLowerCase().startsWith(start)),
    )
    .slice(0, MAX_OFFERED)
}

export function mentionOf({ username, name }: Pick<Mentionable, 'username' | 'name'>): string {
  return username ?? name
}

/** Completes the mention before the caret; returns the text and the new caret. */
export function completed(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = mentionBefore(text, caret) ?? ''
  const before = text.slice(0, caret - typed.length)
  const after = text.slice(caret)
  return { text: `${before}${name} ${after.trimStart()}`, caret: before.length + name.length + 1 }
}
