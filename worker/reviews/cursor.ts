import { DomainError } from '../errors.ts'
import { isPosition } from './position.ts'

/** Where a list goes on, in either order: after the review with this id, first seen and posted at these times (milliseconds). */
export interface ReviewCursor {
  scrapedAt: number
  postedAt: number
  id: number
}

const FORM = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})$/

export function encodeCursor({ scrapedAt, postedAt, id }: ReviewCursor): string {
  return `${scrapedAt}.${postedAt}.${id}`
}

/** @throws DomainError `invalid_input` for a text that no list ever gave out */
export function decodeCursor(text: string): ReviewCursor {
  const [, scrapedAt, postedAt, id] = FORM.exec(text)?.map(Number) ?? []
  if (scrapedAt === undefined || postedAt === undefined || id === undefined || !isPosition(postedAt, id)) {
    throw new DomainError('invalid_input', 'This page is no longer there. Start again at the first one.')
  }
  return { scrapedAt, postedAt, id }
}
