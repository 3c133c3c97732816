import type { Industry } from '../../rules/kind-answers.ts'
import type { Topic } from '../../rules/review-features.ts'
import { phraseAt } from '../text/phrase-table.ts'
import type { ReadText } from '../text/read-text.ts'
import { PACKS } from './industries.ts'

/** A place in a text that is about a topic. */
export interface Mention {
  topic: Topic
  /** Index of its first token, and how many it has. */
  index: number
  length: number
}

/** Finds mentions of an industry's topics, in reading order; none if the language isn't read. */
export function mentionsIn({ tables, tokens }: ReadText, industry: Industry): Mention[] {
  if (!tables) return []
  const pack = PACKS[industry]
  const mentions: Mention[] = []
  for (let index = 0; index < tokens.length; ) {
    const found = phraseAt(tables.topics, tokens, index)
    for (const topic of found?.value ?? []) {
      if (pack.includes(topic)) mentions.push({ topic, index, length: found?.length ?? 1 })
    }
    index += found?.length ?? 1
  }
  return mentions
}
