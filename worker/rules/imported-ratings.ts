const NUMERALS = [
  'one ein eins un une uno una um uma',
  'two zwei deux dos due dois duas',
  'three drei trois tres tre',
  'four vier quatre cuatro quatro quattro',
  'five funf cinq cinco cinque',
].map((words) => words.split(' '))

const RECOMMENDED = /^(?:recommended|recommends|recommend|positive|yes|true)$/
const NOT_RECOMMENDED = /^(?:(?:not|doesn't|does not|don't) recommend(?:ed)?|negative|no|false)$/

/** '★★★★', '★★★★☆', '★★★★½', '****' */
const STARS = /^([★⭐*]{1,5})(½)?[☆✩✰]{0,4}$/u
/** TripAdvisor's bubble ratings are multiplied by ten: 'bubble_45'. */
const BUBBLES = /^(?:ui_)?bubble_(?:rating )?(?:bubble_)?([1-5][05])$/
const UNIT =
  '(?:stars?|sterne?n?|etoiles?|estrellas?|estrelas?|stell[ae]|bubbles?|points?|punkte?n?|[★⭐点점星])'
const UNIT_BEHIND = new RegExp(`[ _-]${UNIT}$`, 'u')
/**
 * '4', '4.5', '4,5', '4/5', '8 / 10', '4 out of 5', '4 von 5 Sternen', '4 stars', '4.0 star rating', '4-star review'
 */
const NUMBER = new RegExp(
  `^(\\d{1,3}(?:[.,]\\d{1,6})?)(?: ?(?:/|out of|of|von|sur|de|su|di) ?(\\d{1,3}))?(?:[ -]?${UNIT})?(?: ?(?:rating|review))?$`,
  'u',
)
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?) ?%$/
const LEADING = /^(?:rated|rating|stars|score|bewertung|note|nota|voto|calificacion|valutazione)(?: ?: ?| )/
const MAX_CHARS = 60

export interface RatingScale {
  /** 1 if a zero isn't a rating. */
  lowest: 0 | 1
  highest: number
}

const STAR_SCALE: RatingScale = { lowest: 1, highest: 5 }
/**
 * TripAdvisor's bubble ratings if written as bare numbers: 10, 15 … 50. In a column of these, numbers up to 5 are
 * stars.
 */
const BUBBLE_SCALE: RatingScale = { lowest: 1, highest: 50 }
/** Highest marks of bare numbers' scales, tried in this order if the column's name states none. */
const HIGHEST_MARKS = [5, 10, 100]
/**
 * Maximum share of a column's bare numbers that may lie above a scale as typing errors. One number always may, so that
 * a single error in a short column doesn't change the other ratings.
 */
const MAX_SHARE_ABOVE = 0.1
/** Part of a column's name: 'out of 10', '/ 100', '1-10', 'von 5', '%'. */
const STATED_SCALE =
  /\b([01]) ?(?:to|-|–|bis|a\u0300?) ?(5|10|20|100)\b|(?:\bout of|\bvon|\bsur|\bsobre|\bsu|\/) ?(5|10|20|100)\b|(%)/
/** Names of the question 'How likely are you to recommend us?', which is answered from 0 to 10. */
const NET_PROMOTER = /(?<![a-z])nps(?![a-z])|\bnet[ _-]?promoter/

/**
 * @returns `scale`: the scale stated in a column's name, null if none; `name`: the column's name without it, in lower
 * case
 */
export function statedScale(columnName: string): { scale: RatingScale | null; name: string } {
  const name = columnName.normalize('NFKD').toLowerCase()
  const found = STATED_SCALE.exec(name)
  if (!found) return { scale: NET_PROMOTER.test(name) ? writtenScale(10) : null, name }
  const [stated, from, to, whole] = found
  const scale = writtenScale(Number(to ?? whole ?? 100))
  return { scale: from === '1' ? { ...scale, lowest: 1 } : scale, name: name.replace(stated, '') }
}

/** A written scale longer than five stars includes zero: '0/10' is a rating, '0/5' isn't. */
function writtenScale(highest: number): RatingScale {
  return { lowest: highest > STAR_SCALE.highest ? 0 : 1, highest }
}

/**
 * The scale of a column's bare numbers: the one stated in its name, otherwise 50 for TripAdvisor's bubbles, or the
 * first of 5, 10 and 100 that fits. If the name states no scale, zeros aren't ratings, because exports write 0 for 'not
 * rated'.
 */
export function ratingScale(columnName: string, values: readonly string[]): RatingScale {
  const { scale } = statedScale(columnName)
  if (scale) return scale
  const numbers = values.map(bareNumber).filter((value) => value !== null)
  const largest = numbers.reduce((most, value) => Math.max(most, value), 0)
  if (largest > 10 && numbers.every((value) => value <= 5 || isBubbles(value))) return BUBBLE_SCALE
  function fits(most: number) {
    const above = numbers.filter((value) => value > most).length
    return above <= Math.max(1, MAX_SHARE_ABOVE * numbers.length)
  }
  return { lowest: 1, highest: HIGHEST_MARKS.find(fits) ?? STAR_SCALE.highest }
}

function bareNumber(text: string): number | null {
  const [, value, scale] = (text.length <= MAX_CHARS && NUMBER.exec(plainText(text))) || []
  return value === undefined || scale !== undefined ? null : decimal(value)
}

const isBubbles = (value: number) => value >= 10 && value <= BUBBLE_SCALE.highest && value % 5 === 0

/**
 * Parses a rating to 1–5 stars from a number, fraction, percentage, numeral (FIVE), star symbols or recommendation;
 * null for anything else. The lowest mark of a longer scale is one star: '1/10' is 1.
 *
 * @param scale of bare numbers, as `ratingScale` finds it for a whole column
 */
export function ratingIn(text: string, scale = STAR_SCALE): number | null {
  if (text.length > MAX_CHARS) return null
  const plain = plainText(text)
  if (RECOMMENDED.test(plain)) return 5
  if (NOT_RECOMMENDED.test(plain)) return 1
  const word = plain.replace(/^star_rating_/, '').replace(UNIT_BEHIND, '')
  const numeral = NUMERALS.findIndex((words) => words.includes(word))
  if (numeral >= 0) return numeral + 1
  const stars = STARS.exec(plain.replaceAll(' ', ''))
  if (stars) return atMostFive([...(stars[1] ?? '')].length + (stars[2] ? 0.5 : 0))
  const bubbles = BUBBLES.exec(plain)?.[1]
  if (bubbles) return Number(bubbles) / 10
  const percent = PERCENT.exec(plain)?.[1]
  if (percent) return onScale(decimal(percent), writtenScale(100))
  const number = NUMBER.exec(plain)
  if (!number) return null
  const [, value = '', own] = number
  const mark = decimal(value)
  if (own !== undefined) return onScale(mark, writtenScale(Number(own)))
  if (scale.highest === STAR_SCALE.highest) return ofFive(mark)
  if (scale.highest !== BUBBLE_SCALE.highest) return onScale(mark, scale)
  if (mark <= STAR_SCALE.highest) return ofFive(mark)
  return isBubbles(mark) ? mark / 10 : null
}

/** Lower-cases and removes accents, a spreadsheet's apostrophe and the label before the number. */
function plainText(text: string): string {
  return text
    .replaceAll('½', '\0')
    .normalize('NFKD')
    .replaceAll('\0', '½')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^'/, '')
    .toLowerCase()
    .replace(LEADING, '')
}

const decimal = (value: string) => Number(value.replace(',', '.'))

function onScale(mark: number, { lowest, highest }: RatingScale): number | null {
  if (mark === 0 && lowest > 0) return null
  return ofFive(Math.max(1, (mark * 5) / highest))
}

function ofFive(stars: number): number | null {
  return stars >= 1 ? atMostFive(Math.round(stars * 100) / 100) : null
}

const atMostFive = (stars: number) => (stars <= 5 ? stars : null)
