import { STARTING_SENTENCES, STARTING_TERMS } from './starting-counts.ts'
import type { Opinions, TermCounts } from './term-counts.ts'

let read: TermCounts | null = null

/** What the product knows before a workspace has taught it anything: English, of restaurants. */
export function startingCounts(): TermCounts {
  read ??= { reviews: STARTING_SENTENCES, terms: new Map(STARTING_TERMS.split('\n').flatMap(termsOfLine)) }
  return read
}

/** `positive negative term|term|term` */
function termsOfLine(line: string): [string, Opinions][] {
  const [positive = '', negative = ''] = line.split(' ', 2)
  const opinions: Opinions = [Number(positive), Number(negative)]
  return line
    .slice(positive.length + negative.length + 2)
    .split('|')
    .map((term) => [term, opinions])
}
