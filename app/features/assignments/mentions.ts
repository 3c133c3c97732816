import type { Assignee } from '#worker/rules/views.ts'

/** An at sign that begins the text or follows a space, and what was typed after it. */
const MENTION = /(?:^|\s)@([^\s@]*)$/

const MAX_OFFERED = 5

/** What was typed after an `@` that ends at the caret; null where there is none. */
export function mentionBefore(text: string, caret: number): string | null {
  return MENTION.exec(text.slice(0, caret))?.[1] ?? null
}

/** The people whose username or a part of whose name begins so, whatever its case. */
export function namesFor(typed: string, people: readonly Assignee[]): Assignee[] {
  const start = typed.toLocaleLowerCase()
  return people
    .filter(({ name, username }) =>
      [username ?? '', ...name.split(/\s+/)].some((part) => part.toLocaleLowerCase().startsWith(start)),
    )
    .slice(0, MAX_OFFERED)
}

/** Finds the person whose username was typed in full last. */
export function mentionedIn(text: string, people: readonly Assignee[]): Assignee | undefined {
  const typed = [...text.matchAll(/(?:^|\s)@([\w-]+)/g)].map(([, name = '']) => name.toLowerCase())
  const named = typed.flatMap((name) => people.find(({ username }) => username?.toLowerCase() === name) ?? [])
  return named.at(-1)
}

/** Writes the mention of a person. */
export function mentionOf({ username, name }: Assignee): string {
  return username ?? name
}

/** The text with the mention before the caret made a whole name, and where the caret goes. */
export function completed(text: string, caret: number, name: string): { text: string; caret: number } {
  const typed = mentionBefore(text, caret) ?? ''
  const before = text.slice(0, caret - typed.length)
  const after = text.slice(caret)
  return { text: `${before}${name} ${after.trimStart()}`, caret: before.length + name.length + 1 }
}
