import type { Random } from '../random.ts'
import { COMPANIONS, moodOf, type PhraseBook, type Vocabulary } from './phrase-book.ts'

const SHORT_SHARE = 0.14
const PARAGRAPH_SHARE = 0.16

function fill(random: Random, sentence: string, vocabulary: Vocabulary): string {
  const thing = random.pick(vocabulary.things)
  const others = vocabulary.things.filter((other) => other !== thing)
  return sentence
    .replaceAll('{thing}', thing)
    .replaceAll('{other}', () => random.pick(others))
    .replaceAll('{staff}', () => random.pick(vocabulary.staff))
    .replaceAll('{companion}', () => random.pick(COMPANIONS))
    .replaceAll('{minutes}', () => String(random.int(4, 12) * 5))
}

function several(random: Random, sentences: readonly string[], count: number): string[] {
  const left = [...sentences]
  const taken: string[] = []
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(random.int(0, left.length - 1), 1))
  return taken
}

/** An English review that fits a rating, from a few words to two paragraphs. */
export function composeReview(
  random: Random,
  book: PhraseBook,
  vocabulary: Vocabulary,
  rating: number,
): string {
  const phrases = book[moodOf(rating)]
  if (random.chance(SHORT_SHARE)) return fill(random, random.pick(phrases.short), vocabulary)
  const sentences = [
    ...several(random, phrases.openings, 1),
    ...several(random, phrases.details, random.int(1, rating === 4 || rating === 3 ? 3 : 4)),
    ...(rating === 4 && random.chance(0.4) ? several(random, book.fair.details, 1) : []),
    ...(random.chance(0.7) ? several(random, phrases.closings, 1) : []),
  ].map((sentence) => fill(random, sentence, vocabulary))
  if (sentences.length < 3 || !random.chance(PARAGRAPH_SHARE)) return sentences.join(' ')
  const half = random.int(1, sentences.length - 1)
  const gap = random.chance(0.7) ? '\n\n' : '\n'
  return `${sentences.slice(0, half).join(' ')}${gap}${sentences.slice(half).join(' ')}`
}
