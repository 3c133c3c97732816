/** The languages in which texts, dates and pages are read. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
