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
/** TripAdvisor's bubble ratings are multiplied by ten: 'bubble_45', '45'. */
const BUBBLES = /^(?:(?:ui_)?bubble_(?:rating )?(?:bubble_)?)?([1-5][05])$/
const UNIT =
  '(?:stars?|sterne?n?|etoiles?|estrellas?|estrelas?|stell[ae]|bubbles?|points?|punkte?n?|[★⭐点점星])'
const UNIT_BEHIND = new RegExp(`[ _-]${UNIT}$`, 'u')
/**
 * '4', '4.5', '4,5', '4/5', '8 / 10', '4 out of 5', '4 von 5 Sternen', '4 stars', '4.0 star rating', '4-star review'
 */
const NUMBER = new RegExp(
  `^(\\d{1,2}(?:[.,]\\d{1,6})?)(?: ?(?:/|out of|of|von|sur|de|su|di) ?(\\d{1,3}))?(?:[ -]?${UNIT})?(?: ?(?:rating|review))?$`,
  'u',
)
const PERCENT = /^(\d{1,3}(?:[.,]\d+)?) ?%$/
const LEADING = /^(?:rated|rating|stars|score|bewertung|note|nota|voto|calificacion|valutazione)(?: ?: ?| )/
const MAX_CHARS = 60

/**
 * Parses a rating to 1–5 stars from a number, fraction, percentage, numeral (FIVE), star symbols or recommendation;
 * null for anything else. The lowest mark of a longer scale is one star: '1/10' is 1.
 */
export function ratingIn(text: string): number | null {
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
  if (percent) return onScale(percent, 100)
  const number = NUMBER.exec(plain)
  if (!number) return null
  const [, value = '', scale] = number
  return scale === undefined ? ofFive(decimal(value)) : onScale(value, Number(scale))
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

function onScale(value: string, scale: number): number | null {
  const stars = (decimal(value) * 5) / scale
  return stars > 0 ? ofFive(Math.max(1, stars)) : null
}

function ofFive(stars: number): number | null {
  return stars >= 1 ? atMostFive(Math.round(stars * 100) / 100) : null
}

const atMostFive = (stars: number) => (stars <= 5 ? stars : null)
