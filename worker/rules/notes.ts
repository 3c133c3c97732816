import * as v from 'valibot'
import { requiredString, uuid } from './fields.ts'
import { ReviewKey } from './reviews.ts'

export const MAX_NOTE_CHARS = 1_000
/** Limit per review. */
export const MAX_NOTES = 100

export const NOTE_GONE = 'This note has already been deleted.'

const NoteText = requiredString(MAX_NOTE_CHARS, 'The note', 'Write a note first.')

export const NotesOf = v.object({ reviewId: ReviewKey })
export type NotesOf = v.InferOutput<typeof NotesOf>

export const AddNoteInput = v.object({ reviewId: ReviewKey, text: NoteText })
export type AddNoteInput = v.InferOutput<typeof AddNoteInput>

export const NoteId = v.object({ id: uuid(NOTE_GONE) })
export type NoteId = v.InferOutput<typeof NoteId>

export const ChangeNoteInput = v.object({ ...NoteId.entries, text: NoteText })
export type ChangeNoteInput = v.InferOutput<typeof ChangeNoteInput>

export interface NoteView {
  id: string
  text: string
  /**
   * Name of the author, or their email if no name is set; null if their account is gone, or for a note from an archive.
   */
  by: string | null
  isYours: boolean
  mayDelete: boolean
  /** ISO 8601 in UTC. */
  createdAt: string
  editedAt: string | null
}

export interface Mentionable {
  userId: string
  /** Name, or email if no name is set. */
  name: string
  username: string | null
}

export interface NotesView {
  /** Oldest first. */
  notes: NoteView[]
  /** Members who can see the review's location. */
  people: Mentionable[]
}

/** An `@` at the start of a text or after a space. */
const AT = /(?<=^|\s)@/g
/** Characters that would continue a name. */
const GOES_ON = /^[\p{L}\p{N}_-]/u

/**
 * People whose username or whole name follows an `@`, ignoring case, in order of their last mention. If several names
 * match at one place, the longest one counts.
 */
export function mentionedIn<Person extends Mentionable>(text: string, people: readonly Person[]): Person[] {
  const lower = text.toLowerCase()
  const names = people.flatMap((person) =>
    [person.username ?? '', person.name].map((name) => ({ person, name: name.toLowerCase() })),
  )
  const mentioned = new Set<Person>()
  for (const { index } of lower.matchAll(AT)) {
    const rest = lower.slice(index + 1)
    const fits = names.filter(
      ({ name }) => name !== '' && rest.startsWith(name) && !GOES_ON.test(rest.slice(name.length)),
    )
    const longest = Math.max(...fits.map(({ name }) => name.length))
    for (const { person } of fits.filter(({ name }) => name.length === longest)) {
      mentioned.delete(person)
      mentioned.add(person)
    }
  }
  return [...mentioned]
}

const MAX_QUOTE_CHARS = 300

export function mentionText(by: string, author: string, note: string): string {
  const chars = [...note]
  const quote = chars.length > MAX_QUOTE_CHARS ? `${chars.slice(0, MAX_QUOTE_CHARS - 1).join('')}…` : note
  return `${by} mentioned you in a note on the review by ${author}: ${quote}`
}
