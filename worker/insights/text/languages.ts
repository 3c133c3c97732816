/**
 * Data of a language. Lists are texts of entries with a space between them; in an entry, `_` is a space and a final
 * `*` any ending.
 */
export interface LanguageData {
  /** They say which language a text is written in, and nothing about its subject. */
  functionWords: string
  negations: string
  /** Words after which a clause contradicts the one before. */
  contrasts: string
  /** Phrases that sound like a topic but aren't: `can't wait to come back` is not about waiting. */
  notTopics: string
  /** From -5 to 5: how much worse or better a review is that has it. */
  polarity: Readonly<Record<number, string>>
}
