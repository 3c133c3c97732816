import { at } from '../json.ts'
import type { SourcePage } from '../source.ts'
import { otherPage } from './other-formats.ts'
import { requireAnswer } from './refusal.ts'
import { apiPage } from './review.ts'

/** Parses reviews of the Content API, or a body in another format. There is never a next page. */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  const records = at(answer, 'data')
  return Array.isArray(records) ? apiPage(records) : otherPage(answer)
}
