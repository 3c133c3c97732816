/** The languages whose texts are read for topics. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it'] as const
export type Language = (typeof LANGUAGES)[number]
