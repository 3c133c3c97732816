import { decodeEntities } from '#worker/rules/entities.ts'
import { readReviewDate } from '#worker/rules/imported-dates.ts'
import { ratingIn, ratingScale, statedScale } from '#worker/rules/imported-ratings.ts'
import type { Platform } from '#worker/rules/platforms.ts'

export const COLUMN_FIELDS = [
  'business',
  'platform',
  'authorName',
  'lastName',
  'rating',
  'title',
  'reviewText',
  'reviewDate',
  'reviewId',
  'ownerText',
  'ownerDate',
  'url',
  'language',
] as const
export type ColumnField = (typeof COLUMN_FIELDS)[number]

export const REQUIRED_FIELDS: readonly ColumnField[] = ['rating']

export const FIELD_NAMES: Record<ColumnField, string> = {
  business: 'Location column',
  platform: 'Platform column',
  authorName: 'Author',
  lastName: 'Last name',
  rating: 'Stars',
  title: 'Title',
  reviewText: 'Text',
  reviewDate: 'Date',
  reviewId: 'Review id',
  ownerText: 'Your answer',
  ownerDate: 'Date of your answer',
  url: 'Link',
  language: 'Language',
}

/** Index of each field's column. */
export type Mapping = Partial<Record<ColumnField, number>>

const FIRST_NAMES =
  'firstname givenname forename vorname prenom reviewerfirstname customerfirstname authorfirstname userfirstname'
/** Column names that mean the full name, or only the last name if another column has the first name. */
const FULL_OR_PART = 'name nom nombre nome'

/**
 * Column names in exports, in lower case and without spaces, accents or punctuation; most reliable first. Includes the
 * names used by Google Takeout, Google's APIs (`reviewer.displayName`), Yelp, schema.org and common review tools, in
 * the languages we read.
 */
const KNOWN_NAMES: Record<ColumnField, string> = {
  business:
    'business businessname location locationname standort filiale etablissement establecimiento estabelecimento sede',
  platform: `
    platform reviewplatform site reviewsite plattform plateforme plataforma piattaforma source reviewsource
    revieworigin origin channel publisher quelle fuente origem fonte`,
  reviewId: 'platformreviewid reviewid googlereviewid yelpreviewid idreview reviewkey',
  authorName: `
    authorname author reviewername reviewer reviewerdisplayname authorattributiondisplayname reviewauthor
    authortitle customername customer username userdisplayname user nickname displayname reviewedby writtenby
    verfasser autor rezensent bewerter kunde auteur auteurname autore cliente client ${FULL_OR_PART} ${FIRST_NAMES}`,
  lastName: `
    lastname surname familyname nachname familienname nomdefamille apellido apellidos sobrenome apelido cognome
    reviewerlastname customerlastname authorlastname userlastname`,
  rating: `
    reviewrating reviewstars reviewscore starrating reviewratingratingvalue stars rating ratingvalue
    overallrating numberofstars score rate recommendationtype recommendation sterne bewertung bewertungen punkte
    note etoiles calificacion puntuacion valoracion estrellas nota avaliacao classificacao estrelas valutazione
    voto stelle punteggio`,
  title:
    'reviewtitle reviewheadline titleofreview title headline subject summary titel betreff titre titulo titolo',
  reviewText: `
    reviewtext reviewbody reviewcontent reviewcomment originaltexttext commentnative texttext comment comments
    text body content review message feedback description kommentar rezension bewertungstext bewertung commentaire
    avis resena opinion comentario texto avaliacao recensione testo commento`,
  reviewDate: `
    reviewdate reviewcreationdate reviewdatetimeutc publisheddate publishedatdate publishtime datepublished date
    createtime createdate createddate createdat datecreated publishedat publishdate published posteddate postedat
    dateposted datewritten writtenat dateofreview reviewedat submittedat reviewtimestamp timestamp datetime time when created updatetime
    datum fecha data`,
  ownerText: `
    ownerresponse ownerresponsetext owneranswer ownerreply reviewreplycomment replycomment replytext
    reply responsefromownertext responsefromowner managementresponse businessresponse businessreply responsetext
    commentcontent response answer antwort reponse respuesta resposta risposta`,
  ownerDate: `
    ownerresponsedate owneranswertimestampdatetimeutc ownerreplydate reviewreplyupdatetime replydate
    replytime repliedat responsefromownerdate managementresponsedate responsedate commentdate respondedat
    antwortdatum`,
  url: 'reviewurl reviewlink url link permalink',
  language:
    'language lang languagecode originaltextlanguagecode reviewlanguage originallanguage locale sprache langue idioma lingua',
}

const NAMES = Object.fromEntries(
  COLUMN_FIELDS.map((field) => [field, KNOWN_NAMES[field].trim().split(/\s+/)]),
) as Record<ColumnField, string[]>

/**
 * Column names that don't always mean the platform. A column with one of these names counts as the platform only if one
 * of its first values names a platform; 'web' names none.
 */
const WEAK_PLATFORM_NAMES = new Set(
  'source reviewsource revieworigin origin channel publisher quelle fuente origem fonte'.split(' '),
)

/** Resource name of a review in Google's APIs. It is in the column `name`, which other exports use for the author. */
const RESOURCE_NAME = /^(?:accounts\/[^/]+\/locations|places)\/[^/]+\/reviews\/([^/]+)$/

/** Names of columns about a place, not a review. */
const OF_PLACES = new Set(
  `placeid googleid cid totalscore averagerating userratingstotal reviewcount reviewscount totalreviewcount
  category categoryname categories subtypes fulladdress address phone website openinghours latitude longitude`
    .trim()
    .split(/\s+/),
)

/** Values that aren't a text: yes or no, a count, a date. An owner-reply column with only these has no reply texts. */
const NO_TEXT =
  /^(?:y|n|yes|no|true|false|ja|nein|wahr|falsch|oui|non|vrai|faux|s[ií]|sim|n[aã]o|vero|falso|verdadero|verdadeiro|[✓✔✗✘x]|[\d\stz.,:/%+-]+)$/i
const FRACTION = /\d[.,]\d*[1-9]|½/

/** Guesses what the columns contain, from their names and from how well their first values can be parsed. */
export function guessMapping(columns: readonly string[], sample: readonly FileRow[]): Mapping {
  const names = columns.map(plainName)
  const values = columns.map((_, column) => sample.map((row) => meant(row.values?.[column] ?? '')))
  const isAboutPlaces = names.some((name) => OF_PLACES.has(name))
  const mapping: Mapping = {}
  const taken = new Set<number>()
  const give = (field: ColumnField, column: number) => {
    if (column === -1) return
    mapping[field] = column
    taken.add(column)
  }
  give(
    'reviewId',
    values.findIndex((ids) => ids.some((id) => RESOURCE_NAME.test(id))),
  )
  for (const field of COLUMN_FIELDS) {
    if (mapping[field] !== undefined) continue
    const candidates = NAMES[field]
      .flatMap((known) => names.map((name, column) => ({ known, name, column })))
      .filter(({ known, name, column }) => name === known && !taken.has(column))
      .map(({ known, column }) => ({
        column,
        fit: fitOf(field, values[column] ?? [], {
          known,
          written: columns[column] ?? '',
          isOfPlace: known === 'title' && isAboutPlaces,
        }),
      }))
    const [first] = candidates.toSorted((one, other) => other.fit - one.fit)
    if (first && first.fit >= 0) give(field, first.column)
  }
  return withWholeNames(mapping, names)
}

/** Keeps the last-name column only if the author's column doesn't contain the whole name. */
function withWholeNames(mapping: Mapping, names: readonly string[]): Mapping {
  const { authorName, lastName, ...others } = mapping
  const isNamed = (list: string, column = -1) => list.split(' ').includes(names[column] ?? '')
  if (authorName === undefined) return lastName === undefined ? others : { ...others, authorName: lastName }
  if (isNamed(FIRST_NAMES, authorName)) return mapping
  if (!isNamed(FULL_OR_PART, authorName)) return { ...others, authorName }
  if (lastName !== undefined) return mapping
  // French and German forms call the last name just 'Nom' or 'Name'.
  const firstName = names.findIndex((_, column) => isNamed(FIRST_NAMES, column))
  return firstName === -1 ? mapping : { ...others, authorName: firstName, lastName: authorName }
}

interface NamedColumn {
  /** The entry of `KNOWN_NAMES` that matches the column's name. */
  known: string
  /** Name in the file, not normalized. */
  written: string
  isOfPlace: boolean
}

/** Score from 0 to 1 of how well the first values fit a field; negative if the column can't be this field. */
function fitOf(
  field: ColumnField,
  all: readonly string[],
  { known, written, isOfPlace }: NamedColumn,
): number {
  const values = all.filter((value) => value !== '')
  const shareOf = (fits: (value: string) => unknown) => values.filter(fits).length / Math.max(1, all.length)
  const isRepeated = values.length > 1 && new Set(values).size === 1
  switch (field) {
    case 'rating': {
      const scale = ratingScale(written, values)
      // A repeated fraction is the place's average, not a review's rating.
      return isRepeated && FRACTION.test(values[0] ?? '') ? -1 : shareOf((value) => ratingIn(value, scale))
    }
    case 'reviewDate':
    case 'ownerDate':
      return shareOf((value) => readReviewDate(value, 'dmy') ?? readReviewDate(value, 'mdy'))
    case 'platform':
      return WEAK_PLATFORM_NAMES.has(known) && !values.some(namedPlatform) ? -1 : shareOf(Boolean)
    case 'ownerText':
      return values.length > 0 && values.every((value) => NO_TEXT.test(value)) ? -1 : shareOf(Boolean)
    case 'title':
      return isOfPlace || isRepeated ? -1 : shareOf(Boolean)
    default:
      // Values shared by all rows say little about a single one.
      return shareOf(Boolean) / (isRepeated ? 10 : 1)
  }
}

export function isListOfPlaces(
  columns: readonly string[],
  { authorName, reviewId, reviewDate }: Mapping,
): boolean {
  const names = columns.map(plainName)
  const isNamedAsReview = reviewId !== undefined || reviewDate !== undefined
  const isAuthor = authorName !== undefined && names[authorName] !== 'name'
  return !isNamedAsReview && !isAuthor && names.filter((name) => OF_PLACES.has(name)).length > 1
}

export function ratingsIn(rows: readonly FileRow[], { rating }: Mapping): string[] {
  return rating === undefined ? [] : rows.map(({ values }) => meant(values?.[rating] ?? ''))
}

/** Score of how much the rows look like reviews; 0 if they don't. */
export function fitAsReviews(columns: readonly string[], rows: readonly FileRow[]): number {
  const mapping = guessMapping(columns, rows)
  const ratings = ratingsIn(rows, mapping)
  const scale = ratingScale(columns[mapping.rating ?? -1] ?? '', ratings)
  const hasStars = ratings.some((text) => ratingIn(text, scale) !== null)
  if (!hasStars || isListOfPlaces(columns, mapping)) return 0
  const others = [mapping.reviewText, mapping.authorName, mapping.reviewDate, mapping.reviewId]
  return 1 + others.filter((column) => column !== undefined).length
}

export function businessesIn(sample: readonly FileRow[], { business }: Mapping): string[] {
  if (business === undefined) return []
  return [...new Set(sample.map(({ values }) => meant(values?.[business] ?? '')))].filter(Boolean)
}

/** Normalizes a column name: 'Stars\n(1 to 5)' and 'Stars 1-10' become 'stars', 'Réponse' becomes 'reponse'. */
function plainName(name: string): string {
  return statedScale(name)
    .name.replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/[^a-z0-9]/g, '')
}

/** Number of a file's columns whose names are typical of reviews. */
export function knownColumns(columns: readonly string[]): number {
  return columns.filter((name) => COLUMN_FIELDS.some((field) => NAMES[field].includes(plainName(name))))
    .length
}

/** True if a line contains a rating or a date, as data does and a header doesn't. */
export function containsData(cells: readonly string[]): boolean {
  return cells.map(meant).some((value) => {
    const isRating = /[\d★⭐]/.test(value) && ratingIn(value, { lowest: 0, highest: 100 }) !== null
    return isRating || readReviewDate(value, 'dmy') !== null || readReviewDate(value, 'mdy') !== null
  })
}

/** Names for the columns of a file without a header. */
export function numberedColumns(cells: readonly string[]): string[] {
  return cells.map((_, index) => `Column ${index + 1}`)
}

/** The last part of a name such as `accounts/1/locations/2/reviews/3`; any other id as it is. */
export function bareReviewId(value: string): string {
  return RESOURCE_NAME.exec(value)?.[1] ?? value
}

/** Platform names in files, without capitals and marks. */
const PLATFORM_PATTERNS: Record<Platform, RegExp> = {
  google:
    /^(?:www)?google(?!play|shopping|express|seller|app|workspace|cloud|trips|travel|hotels)|^(?:gmb|gbp|gmaps)$/,
  yelp: /^(?:www|biz)?yelp/,
  facebook: /^(?:www|m)?facebook|^(?:fb|meta|fbcom)$/,
  tripadvisor: /^(?:www)?tripadvisor|^(?:ta|tripadv)$/,
}

/**
 * The platform that a value names, such as 'Google', 'google_maps', 'GMB', 'Yelp.com', 'Trip Advisor' or 'FB'; null for
 * anything else, including app stores.
 */
export function namedPlatform(value: string): Platform | null {
  const name = value
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replaceAll(/[^a-z]/g, '')
  const [found] = Object.entries(PLATFORM_PATTERNS).find(([, pattern]) => pattern.test(name)) ?? []
  return (found as Platform | undefined) ?? null
}

export interface FileRow {
  /** Line on which the row begins, from 1. */
  line: number
  /** Cell values in column order; there may be fewer or more than columns. Null if the row can't be read. */
  values: string[] | null
}

/** Placeholders that programs write for an empty value. */
const NOTHING = /^(?:none|nan|null|n\/a|nat|<na>|#n\/a|undefined|[-–—])$/i
/** R's placeholder. Uppercase only: lowercase 'na' may be real text. */
const NOT_AVAILABLE = 'NA'

const LINE_BREAK = / ?<br ?\/?> ?/gi
const BLOCK_TAGS = / ?(?:<\/?(?:p|div|li|ul|ol|h[1-6]|blockquote)(?:\s[^<>]*)?>\s*)+/gi
const INLINE_TAG = /<\/?(?:b|i|u|s|em|strong|small|span|font|a)(?:\s[^<>]*)?>/gi

/** Unwraps a cell from a spreadsheet's text notation (`="5"`); '' if it contains a placeholder for 'no value'. */
export function meant(cell: string): string {
  const value = cell.trim()
  const kept =
    value.startsWith('="') && value.endsWith('"') ? value.slice(2, -1).replaceAll('""', '"').trim() : value
  return NOTHING.test(kept) || kept === NOT_AVAILABLE ? '' : kept
}

/** Makes a text human-readable: real line breaks, no HTML tags and entities, and broken UTF-8 repaired. */
export function readable(text: string): string {
  const plain = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(LINE_BREAK, '\n')
    .replaceAll(BLOCK_TAGS, '\n')
    .replaceAll(INLINE_TAG, '')
    .replaceAll('&nbsp;', ' ')
  return withOwnLetters(decodeEntities(plain)).trim()
}

/** UTF-8 bytes that were misread as Windows-1252 letters. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u02dc\u2013-\u2122]/
const strict = new TextDecoder('utf-8', { fatal: true })
const western = new TextDecoder('windows-1252')
/** Byte of each Windows-1252 character above Latin-1. */
const BYTES = new Map(
  Array.from({ length: 0x20 }, (_, index) => [western.decode(Uint8Array.of(0x80 + index)), 0x80 + index]),
)

/** Repairs 'JosÃ©' to 'José', provided that every character of the text can be mapped back. */
function withOwnLetters(text: string): string {
  if (!MISREAD.test(text)) return text
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const byte = code <= 0xff ? code : BYTES.get(text[index] ?? '')
    if (byte === undefined) return text
    bytes[index] = byte
  }
  try {
    return strict.decode(bytes)
  } catch {
    return text
  }
}

/** Numbers that a spreadsheet or program has rounded, losing digits. */
const ROUNDED = /^\d+(?:[.,]\d+)?e[+-]?\d+$|^\d{15}0+$/i

/** Returns the id; '' if it's a rounded number, because several reviews may share it. */
export function exactId(id: string): string {
  const whole = id.replace(/^(\d+)\.0$/, '$1')
  return ROUNDED.test(whole.replace(/\.0$/, '').toLowerCase()) ? '' : whole
}
