/**
 * Data of a language. Each list is a text of entries separated by spaces; in an entry, `_` is a space and a final `*`
 * matches any ending.
 */
export interface LanguageData {
  /** Words that identify the language of a text and say nothing about its subject. */
  functionWords: string
  negations: string
  /** Words after which a clause contradicts the one before. */
  contrasts: string
  /** Phrases that sound like a topic but aren't: `can't wait to come back` is not about waiting. */
  notTopics: string
  /** Terms by their effect on a review's sentiment, from -5 (worst) to 5 (best). */
  polarity: Readonly<Record<number, string>>
}
