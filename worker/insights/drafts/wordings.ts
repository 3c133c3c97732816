import type { Language } from '../../rules/locales.ts'
import { ENGLISH_WORDINGS } from './languages/english.ts'
import type { Wordings } from './languages/wordings-data.ts'

/** Raised when a wording changes its meaning or its place, so that shares of edited drafts are compared with their like. */
export const WORDINGS_VERSION = 1

const WORDINGS: Partial<Record<Language, Wordings>> = { en: ENGLISH_WORDINGS }

export const ALL_WORDINGS: readonly Wordings[] = Object.values(WORDINGS)

/** The wordings of a language; undefined where there are none yet. */
export function wordingsOf(language: Language): Wordings | undefined {
  return WORDINGS[language]
}
