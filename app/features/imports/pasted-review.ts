import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { type DateOrder, momentOfAge, orderIn, readReviewDate } from '#worker/rules/imported-dates.ts'
import { ratingIn } from '#worker/rules/imported-ratings.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { originalOf } from '#worker/rules/translated-text.ts'
import { withoutDetails } from './google-details.ts'

interface PastedReview {
  platform: Platform | null
  authorName: string
  rating: number | null
  /** YYYY-MM-DD; '' if the text has no date. */
  reviewDate: string
  /** 'a month ago' if the date was computed from an age, otherwise ''. */
  age: string
  reviewText: string
}

interface PasteOptions {
  /** Current time in milliseconds; ages are relative to it. */
  now: number
  /** Order of day and month if the text leaves 03/04/2024 open. */
  dateOrder: DateOrder
}

/** Google appends this marker to an age, without a space. */
const NEW = / ?(?:new|neu|nouveau|nuevo|nuovo|novo)$/i
/** Length of the longest age in tokens, as in 'il y a 2 mois'. */
const MAX_AGE_WORDS = 5
const MAX_AUTHOR_CHARS = 60

/** Parses text copied from a review page; fields that it can't find stay empty. */
export function readPasted(pasted: string, options: PasteOptions): PastedReview {
  const lines = pasted.split(/\r\n|\r|\n/).map((line) => line.trim())
  const answer = lines.findIndex((line, index) => index > 0 && matches(ANSWER, line))
  const own = answer === -1 ? lines : lines.slice(0, answer)
  const order = placeOrder(own) ?? options.dateOrder
  const found: PastedReview = {
    platform: platformOf(lines.filter((line) => line !== '')),
    authorName: '',
    rating: null,
    reviewDate: '',
    age: '',
    reviewText: '',
  }
  const text: string[] = []
  for (const line of own) {
    if (
      takeRecommendation(found, line) ||
      takeDate(found, line, order) ||
      takePostDate(found, line, options.now) ||
      takeAge(found, line, options.now)
    )
      continue
    const rating = found.rating === null && !/^\d+$/.test(line) ? ratingIn(line) : null
    const isPlace = text.length === 1 && OTHER_PLACE.test(line) && found.platform !== null
    // 'Cool' may be the entire review.
    const isButton =
      matches(BUTTONS, line.replace(DOTS_BEFORE_BUTTON, '')) &&
      (found.platform !== null || text.length > 1 || DOTS_BEFORE_BUTTON.test(line))
    if (rating !== null && (rating * 2) % 1 === 0) found.rating = rating
    else if (isPlace || isButton || matches(ABOUT, line.replace(/ ?· ?/g, ' · '))) continue
    else if (line !== '' || text.length > 0) text.push(line)
  }
  // A copied review starts with its author. A text without an author starts with a longer line or a sentence.
  const [first = ''] = text
  const isWhole =
    found.authorName === '' &&
    own.length !== text.length &&
    first.length <= MAX_AUTHOR_CHARS &&
    !/[.!?]$/.test(first.replace(/ \p{L}\.$/u, ''))
  if (isWhole) found.authorName = first
  const ownLines = isWhole ? text.slice(1) : text
  // Pages that show ages are Google's or Facebook's, and Facebook's pages are recognized by their first line.
  const isGoogles = found.platform === 'google' || (found.platform === null && found.age !== '')
  found.reviewText = originalOf((isGoogles ? withoutDetails(ownLines) : ownLines).join('\n').trim())
  return found
}

function matches(expressions: readonly RegExp[], line: string): boolean {
  return expressions.some((expression) => expression.test(line))
}

function platformOf(lines: readonly string[]): Platform | null {
  const [first = '', second = ''] = lines
  // Require a date on the next line: a review's text may mention recommending, too.
  if (recommendationIn(first) !== null && /\d/.test(second)) return 'facebook'
  return MARKS.find((mark) => lines.some((line) => mark.line.test(line)))?.platform ?? null
}

/** Date order of the page, judged by the author's location. */
function placeOrder(lines: readonly string[]): DateOrder | null {
  if (lines.some((line) => AMERICAN_PLACE.test(line))) return 'mdy'
  return lines.some((line) => OTHER_PLACE.test(line)) ? 'dmy' : null
}

function recommendationIn(line: string): { authorName: string; rating: number } | null {
  for (const { line: expression, rating } of RECOMMENDATIONS) {
    const authorName = expression.exec(line)?.[1]
    if (authorName) return { authorName, rating }
  }
  return null
}

/** Only the first line can contain a recommendation. */
function takeRecommendation(found: PastedReview, line: string): boolean {
  const read = found.authorName === '' && found.platform === 'facebook' ? recommendationIn(line) : null
  if (!read) return false
  Object.assign(found, read)
  return true
}

function takeDate(found: PastedReview, line: string, order: DateOrder): boolean {
  const written = line.replace(BEFORE_DATE, '').replace(UPDATED, '').replace(/ ·$/, '')
  const stated = orderIn(written)
  const read = stated === 'dmy' || stated === 'mdy' ? stated : order
  const milliseconds =
    found.reviewDate === '' && /\d{4}|\d[/.-]\d/.test(written) ? readReviewDate(written, read) : null
  if (milliseconds === null) return false
  found.reviewDate = dayOf(milliseconds)
  return true
}

/**
 * Takes the time of a Facebook post, which has no year and may be an age: 'November 20 at 9:14 AM · Public', 'Yesterday
 * at 9:14 AM', '3d ·'.
 */
function takePostDate(found: PastedReview, line: string, now: number): boolean {
  const [written = '', ...visibleTo] = line.split('·').map((part) => part.trim())
  const isPost =
    found.platform === 'facebook' || (visibleTo.length === 1 && AUDIENCE.test(visibleTo[0] ?? ''))
  if (found.reviewDate !== '' || !isPost) return false
  const day = /\d/.test(written) ? lastDay(written, now) : null
  if (day !== null) {
    found.reviewDate = dayOf(day)
    return true
  }
  const short = SHORT_AGES.find(({ age }) => age.test(written))
  const milliseconds = short ? now - Number.parseInt(written, 10) * short.unitMs : momentOfAge(written, now)
  if (milliseconds === null) return false
  Object.assign(found, { reviewDate: dayOf(milliseconds), age: written })
  return true
}

/** The last time that it was this day of a year; null if the text isn't a day and a month. */
function lastDay(written: string, now: number): number | null {
  const year = new Date(now).getUTCFullYear()
  const days = [year, year - 1].map((one) => readReviewDate(`${written} ${one}`, null))
  return days.find((day) => day !== null && day <= now + DAY_MS) ?? null
}

/** Takes an age at the end of a line; stars may precede it. */
function takeAge(found: PastedReview, line: string, now: number): boolean {
  const parts = line.replace(NEW, '').replace(ON_GOOGLE, '').replace(EDITED_BEHIND, '').split(' ')
  for (let start = Math.max(0, parts.length - MAX_AGE_WORDS); start < parts.length; start += 1) {
    const age = parts.slice(start).join(' ')
    const before = parts.slice(0, start).join(' ').replace(EDITED_BEFORE, '')
    const milliseconds = momentOfAge(age, now)
    const rating = ratingIn(before)
    if (milliseconds === null || (before !== '' && rating === null)) continue
    found.rating ??= rating
    if (found.reviewDate === '') Object.assign(found, { reviewDate: dayOf(milliseconds), age })
    return true
  }
  return false
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}

// Lines that platform pages show around a review, in the languages we read (English, German, French, Spanish, Italian,
// Portuguese). Each expression matches a whole line.

const alone = (texts: string, count = '(?: ?\\(?\\d+\\)?)?') => new RegExp(`^(?:${texts})${count}$`, 'iu')

const BUTTONS: readonly RegExp[] = [
  alone('reply|antworten|répondre|responder|rispondi'),
  alone("like|gefällt mir|j[’']aime|me gusta|mi piace|gostei|gosto|curtir"),
  alone(
    'share|teilen|partager|compartir|condividi|compartilhar|partilhar|comment|kommentieren|commenter|comentar|commenta',
  ),
  alone(
    'helpful\\??|hilfreich|utile|útil|useful|nützlich|funny|lustig|drôle|divertido|divertente|engraçado|cool',
  ),
  alone(
    'thanks?|danke|merci|gracias|grazie|obrigado|love this|oh no|oh nein|oh non|react|report|melden|signaler|denunciar|segnala',
  ),
  alone(
    'more|see more|read more|mehr|mehr ansehen|mehr lesen|plus|voir plus|lire la suite|más|ver más|leer más|altro|mostra altro|leggi di più|mais|ver mais|leia mais|saiba mais',
  ),
  /^all reactions:?.*$/i,
]

const UPDATED_REVIEW =
  'updated review|aktualisierte(?:r beitrag| bewertung)|avis (?:mis à jour|actualisé)|(?:reseña|opinión) actualizada|recensione aggiornata|avaliação atualizada'

/** '…More' */
const DOTS_BEFORE_BUTTON = /^(?:…|\.{3}) ?/

/** Patterns for lines about the author, the review's age and its origin. */
const ABOUT: readonly RegExp[] = [
  /^(?:(?:new|neu|nouveau|nouvel avis|nuev[oa]|nuov[oa]|novità|nov[oa])|edited|bearbeitet|modifié|editad[oa]|modificat[oa]|verified|verifiziert|verificad[oa]|vérifié)$/iu,
  /^(?:local guide(?: ·.*)?|(?:local guide · )?\d[\d,. ]*(?:reviews?|photos?|friends?|ratings?|check-ins?|contributions?|rezension(?:en)?|bewertung(?:en)?|beitr[aä]ge?|fotos?|freunde?|avis|contributions?|amis?|reseñas?|opiniones?|opinión|contribuciones|contribución|amigos?|recension[ei]|foto|contribut[oi]|amic[oi]|avaliaç(?:ão|ões)|críticas?|contribuiç(?:ão|ões))(?: ·.*)?)$/iu,
  /^.{1,60} · \d[\d,.]* (?:contributions?|beitr[aä]ge?|contribuciones|contribución|contribut[oi]|contribuiç(?:ão|ões))$/iu,
  alone(UPDATED_REVIEW, ''),
  /^elite(?: \d{2,4})?$/i,
  /^(?:visited|besucht|visité|visitad[oa]|visitat[oa]|date of (?:visit|experience)|erlebnisdatum|date de l[’']expérience|fecha de la experiencia|data dell[’']esperienza|data da experiência)\b.*$/iu,
  /^(?:translated by|von) google\b.*$|^(?:traduit|traducido|tradotto|traduzid[oa]) (?:par|por|da|pelo) google.*$/iu,
  /^(?:see|show) (?:original|translation).*$/i,
  /^\p{L}{3,12}\.? \d{4} • .{3,30}$/u,
  // 'Austin, TX'
  /^[\p{L}.' -]{2,40}, [A-Z]{2}(?:, [\p{L} ]+)?$/u,
  /^photo (?:of|de|von|di) .*$/i,
  /^\d+$/,
  // Icons.
  /^[\p{Co}\s]+$/u,
  /^.{0,60}\b(?:subjective opinion|subjektive meinung|l[’']opinion subjective|opinión subjetiva|opinione personale|opinião subjetiva)\b.*tripadvisor.*$/iu,
]

/** Patterns for the first line of the owner's reply. That line and all later ones aren't part of the review. */
const ANSWER: readonly RegExp[] = [
  /^(?:response from (?:the )?(?:owner|.{1,80}, .{1,40} at )|responded |business owner information|comment from .* of ).*$/i,
  /^(?:antwort (?:vom inhaber|des inhabers|der inhaberin|von .{1,80}, )|angaben des geschäftsinhabers|kommentar von .* von ).*$/iu,
  /^(?:réponse (?:du propriétaire|de .{1,80}, )|commentaire de .* de ).*$/iu,
  /^(?:respuesta (?:del propietario|de .{1,80}, )|comentario de .* de ).*$/iu,
  /^(?:risposta (?:del proprietario|da .{1,80}, |dalla proprietà)|commento da .* di ).*$/iu,
  /^(?:resposta (?:do proprietário|d[ae] .{1,80}, )|comentário de .* de ).*$/iu,
  /^.{1,120} \((?:owner|inhaber(?:in)?|propriétaire|propietari[oa]|proprietari[oa]|proprietári[oa])\)$/iu,
]

/** 'Kim Vale recommends Harbor Books.': Facebook's rating, after the author's name. */
const RECOMMENDATIONS: readonly { line: RegExp; rating: number }[] = [
  {
    line: /^(.{1,120}?) (?:does(?: not|n[’']t) recommend|empfiehlt (?=.* nicht)|ne recommande pas|no recomienda|(?:non consiglia|sconsiglia)|não recomenda)\b.*$/iu,
    rating: 1,
  },
  {
    line: /^(.{1,120}?) (?:recommends|empfiehlt|recommande|recomienda|consiglia|recomenda)\b.*$/iu,
    rating: 5,
  },
]

/** Text before the date on TripAdvisor's pages. */
const BEFORE_DATE =
  /^(?:written|reviewed|verfasst am|geschrieben am|bewertet am|rédigé le|écrit le|avis publié\s?: |escrita el|opinión escrita el|scritta (?:in data|il)|recensito il|feita em|avaliado em)\s?/iu

/** Text behind the date on Yelp's pages: '3/4/2024 Updated review'. */
const UPDATED = new RegExp(` (?:${UPDATED_REVIEW})$`, 'iu')

/** Text behind the age on Google's pages: '2 weeks ago on Google'. */
const ON_GOOGLE = / (?:on|auf|bei|sur|en|su|no|em) google$/iu
/** Text before or after the age of a review that was edited on Google: 'Edited 3 weeks ago'. */
const EDITED_BEFORE =
  /(?:^| )(?:(?:last |zuletzt )?(?:edited|bearbeitet)|(?:dernière modification|modifié)|(?:última (?:modificación|edición|modificação|edição)|editad[oa]|modificad[oa])|(?:ultima modifica|modificat[oa]))(?: ?:)?$/iu
const EDITED_BEHIND = /,? (?:edited|bearbeitet|modifié|editad[oa]|modificad[oa]|modificat[oa])$/iu

/** Text behind the time of a Facebook post: nothing, or 'Public'. Other audiences count only if the page is Facebook's. */
const AUDIENCE = /^(?:(?:shared with )?(?:public|öffentlich|público|pubblic[oa]|publique))?$/iu

/** Facebook's ages, a number and a short unit: '3d', '2 Wo.', '5 sem.'. */
const SHORT_AGES: readonly { age: RegExp; unitMs: number }[] = [
  { age: /^\d{1,2} ?(?:m|mins?|min\.)$/iu, unitMs: MINUTE_MS },
  { age: /^\d{1,2} ?(?:h|hrs?|std\.?|ore?)$/iu, unitMs: HOUR_MS },
  { age: /^\d{1,2} ?(?:d|j|g|gg|t\.?|tage?n?|jours?|días?|dias?|giorn[oi])$/iu, unitMs: DAY_MS },
  { age: /^\d{1,2} ?(?:w|wo?\.?|sem\.?|sett\.?)$/iu, unitMs: 7 * DAY_MS },
  { age: /^\d{1,2} ?(?:y|yrs?|j\.|jahre?n?|ans?|años?|a\.?|ann[oi]|anos?)$/iu, unitMs: 365 * DAY_MS },
]

/** Lines that only one platform has; the first match identifies it. */
const MARKS: readonly { platform: Platform; line: RegExp }[] = [
  {
    platform: 'tripadvisor',
    line: /\btripadvisor\b|of 5 bubbles|von 5 punkten|sur 5 bulles|\d contributions?$/iu,
  },
  {
    platform: 'yelp',
    line: /^(?:elite \d{2,4}|(?:useful|funny|cool|thanks|love this|oh no|oh nein|oh non) ?\(?\d+\)?)$/iu,
  },
  { platform: 'facebook', line: /^all reactions:/i },
  {
    platform: 'google',
    line: /local guide|response from the owner|\bago$|\bagonew$|^antwort vom inhaber|^réponse du propriétaire|^respuesta del propietario|^risposta del proprietario|^resposta do proprietário|\bgoogle\b/iu,
  },
]

/** 'Austin, TX': dates there are month first. */
const AMERICAN_PLACE = /^[\p{L}.' -]{2,40}, [A-Z]{2}$/u
/** 'London, United Kingdom' */
const OTHER_PLACE = /^[\p{L}.' -]{2,40}, \p{Lu}[\p{L} ]{3,40}$/u
