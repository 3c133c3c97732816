import type { Language } from '../../rules/locales.ts'

/** Words that end like a plural and are none, and plurals of words that end in -ie, -oe or -f. */
const ENGLISH_EXCEPTIONS: Readonly<Record<string, string>> = {
  women: 'woman',
  men: 'man',
  children: 'child',
  knives: 'knife',
  loaves: 'loaf',
  leaves: 'leaf',
  shelves: 'shelf',
  halves: 'half',
  wives: 'wife',
  shoes: 'shoe',
  toes: 'toe',
  series: 'series',
  species: 'species',
  news: 'news',
  lens: 'lens',
  always: 'always',
  perhaps: 'perhaps',
  sometimes: 'sometimes',
  besides: 'besides',
  christmas: 'christmas',
}
const ENGLISH_IE =
  /(?:cook|brown|smooth|mov|calor|vegg|hood|food|self|rook|zomb|gen|prair|past|cal|birr|newb|lad|laz)ies$|^(?:pies|ties|lies)$/
const NO_PLURAL = /(?:ss|us|is|as|ous)$/
const LEAST_LETTERS = 4

/**
 * The singular of a word, so that 'oyster' and 'oysters' count as one. Regular plurals of English, French, Spanish and Portuguese;
 * in other languages words stay as they are.
 */
export function baseForm(word: string, language: Language | null): string {
  if (word.length < LEAST_LETTERS || !word.endsWith('s')) {
    return language === 'en' ? (ENGLISH_EXCEPTIONS[word] ?? word) : word
  }
  switch (language) {
    case 'en':
      return englishSingular(word)
    case 'fr':
      return NO_PLURAL.test(word) ? word : word.slice(0, -1)
    case 'es':
    case 'pt':
      return /[aeiouáéíóúãõ]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word
    default:
      return word
  }
}

function englishSingular(word: string): string {
  const known = ENGLISH_EXCEPTIONS[word]
  if (known !== undefined) return known
  if (NO_PLURAL.test(word)) return word
  if (word.endsWith('ies')) {
    return ENGLISH_IE.test(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`
  }
  if (/(?:ch|sh|x|zz|sse|o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
