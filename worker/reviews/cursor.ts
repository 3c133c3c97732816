import { DomainError } from '../errors.ts'

/** Where a list goes on: after the review with this id, first seen at this time (milliseconds). */
export interface ReviewCursor {
  scrapedAt: number
  id: number
}

const FORM = /^(\d{1,15})\.(\d{1,15})$/

export function encodeCursor(cursor: ReviewCursor): string {
  return `${cursor.scrapedAt}.${cursor.id}`
}

/** @throws DomainError `invalid_input` for a text that no list ever gave out */
export function decodeCursor(text: string): ReviewCursor {
  const [, scrapedAt, id] = FORM.exec(text) ?? []
  if (!scrapedAt || !id) {
    throw new DomainError('invalid_input', 'This page is no longer there. Start again at the first one.')
  }
  return { scrapedAt: Number(scrapedAt), id: Number(id) }
}
