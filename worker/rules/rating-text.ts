const NUMERALS = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
/** '★★★★', '★★★★☆', '⭐⭐⭐⭐'; emoji stars may carry a variation selector. */
const STARS = /^((?:[★⭐]\uFE0F?){1,5})[☆✩]{0,4}$/u
/** '4', '4.5', '4,5', '4/5', '8 / 10', '4 out of 5', '4 stars', '4.0 star rating', '4-star' */
const NUMBER =
  /^(\d{1,2}(?:[.,]\d{1,3})?)(?: ?(?:\/|out of|of) ?(\d{1,3}))?(?:[ -]?stars?)?(?: ?(?:rating|review))?$/i

/** The stars (1 to 5) a text names by a number, fraction, word (FIVE) or stars; null for anything else. */
export function ratingIn(text: string): number | null {
  const trimmed = text.trim()
  const word = NUMERALS.indexOf(trimmed.toUpperCase().replace(/^STAR_RATING_|[ _-]STARS?$/g, ''))
  if (word >= 0) return word + 1
  const stars = STARS.exec(trimmed.replaceAll(' ', ''))?.[1]
  if (stars !== undefined) return [...stars].filter((mark) => mark !== '\uFE0F').length
  const number = NUMBER.exec(trimmed)
  if (!number) return null
  const [, value = '', scale = '5'] = number
  const rating = (Number(value.replace(',', '.')) * 5) / Number(scale)
  return rating >= 1 && rating <= 5 ? Math.round(rating * 100) / 100 : null
}
