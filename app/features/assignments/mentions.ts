import type { Assignee } from '#worker/rules/views.ts'

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
