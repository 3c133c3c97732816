/** Formats for dates and numbers, each named in its own language. */
export const LOCALE_NAMES = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-CA': 'English (Canada)',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pl-PL': 'Polski',
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  'sv-SE': 'Svenska',
  'ja-JP': '日本語',
} as const
export type Locale = keyof typeof LOCALE_NAMES

export const LOCALES = Object.keys(LOCALE_NAMES) as Locale[]

/** Languages supported for reading texts, dates and pages. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
