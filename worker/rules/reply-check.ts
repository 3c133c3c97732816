/** Problems that would probably make a platform refuse a reply, or that the business owner would regret. */
export const REPLY_ISSUES = [
  'blank',
  'contact',
  'link',
  'name',
  'repeat',
  'obscene',
  'capitals',
  'money',
] as const
export type ReplyIssueKind = (typeof REPLY_ISSUES)[number]

export interface ReplyIssue {
  kind: ReplyIssueKind
  /** The whole reply if no specific part is affected. */
  found: string
  why: string
  /** Null if only the author can fix it. */
  repaired: string | null
}

export interface CheckedReply {
  platform: string
  /** True for health care, where it is confidential who was treated and by whom. */
  isHealthCare: boolean
  authorName: string
  businessName: string
  /** Newest first. */
  formerReplies: readonly string[]
}

/** Reports at most one issue of each kind. It only advises: any reply can be saved. */
export function checkReply(text: string, reply: CheckedReply): ReplyIssue[] {
  // A business may be called Discount Tires, BIG BITE or tires.example.com.
  const said = reply.businessName ? text.replaceAll(reply.businessName, blankOut) : text
  const found: Record<ReplyIssueKind, Place | null> = {
    blank: placeOf(BLANK, said),
    contact: contactIn(said),
    link: linkIn(said.replaceAll(ADDRESS, blankOut)),
    name: reply.isHealthCare ? nameIn(said, reply.authorName) : null,
    repeat: isRepeated(said, reply) ? { start: 0, end: text.length } : null,
    obscene: obsceneIn(said),
    capitals: capitalsIn(said),
    money: moneyIn(said),
  }
  return REPLY_ISSUES.flatMap((kind) => {
    const place = found[kind]
    if (!place) return []
    const why = WHY[kind](reply.platform)
    return [
      { kind, found: text.slice(place.start, place.end).trim(), why, repaired: repair(text, kind, place) },
    ]
  })
}

const WHY: Record<ReplyIssueKind, (platform: string) => string> = {
  blank: () => 'Fill this in before you post, or take it out.',
  contact: (platform) => `${platform} may refuse replies with a phone number, an address or a handle.`,
  link: (platform) => `${platform} may refuse replies with a link.`,
  name: () => 'Naming a patient or who treated them can break privacy law.',
  repeat: (platform) => `You have posted this before. ${platform} may treat the same text again as spam.`,
  obscene: (platform) => `${platform} filters swearing, also with other letters in it.`,
  capitals: (platform) => `Capital letters read as shouting, and ${platform} may refuse them.`,
  money: (platform) =>
    `A promise of money or a gift in public looks like paying for reviews. ${platform} forbids that; offer it in private.`,
}

interface Place {
  start: number
  end: number
}

function placeOf(pattern: RegExp, text: string): Place | null {
  const match = new RegExp(pattern.source, pattern.flags.replace('g', '')).exec(text)
  return match && { start: match.index, end: match.index + match[0].length }
}

function linkIn(text: string): Place | null {
  const place = placeOf(LINK, text)
  if (!place) return null
  const before = /\S*$/u.exec(text.slice(0, place.start))?.[0].length ?? 0
  const after = /^\S*/u.exec(text.slice(place.end))?.[0].replace(/[.,!?)]+$/u, '').length ?? 0
  return { start: place.start - before, end: place.end + after }
}

const blankOut = (part: string) => ' '.repeat(part.length)

/** A blank to fill in: `[…]` as in drafts, or underscores as people type them. */
export const BLANK = /\[[^\]\n]{2,120}\]|_{3,}/u

export const ADDRESS = /(?<![^\s<(])[^\s@<(]{1,64}@[^\s@]{1,200}\.\p{L}{2,}/gu
/**
 * Matches the recognizable part of a link. Domain endings only count in lower case, because `Danke.Es war schön` has no
 * link.
 */
export const LINK =
  /https?:\/?|www\.|\b(?!\d+\.)[\p{L}\p{N}-]{2,}\.(?:com|net|org|info|biz|shop|app|io|co|eu|de|fr|es|it|pt|uk|at|ch|nl|us|me|be|ly|gl|restaurant|cafe|online|site|store|menu|link|test)\b(?!\.\p{L})/u
/**
 * Matches phone numbers. At least seven digits are required, so that years, hours and prices mostly don't match;
 * `NO_PHONE` excludes dates.
 */
const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d(?:[\s()./-]{0,3}\d){6,}(?![\p{L}\p{N}])/gu
const NO_PHONE =
  /^(?:(?:19|20)\d\d\s?[-/]\s?(?:19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d-\d\d-\d\d)$/
const SPELT_ADDRESS =
  /(?<![^\s])[\p{L}\p{N}._-]{1,40}\s?[([{]\s?(?:at|arroba|ät|chiocciola|arobase)\s?[)\]}]\s?[\p{L}\p{N}.-]+/iu
const SPELT_NUMBER = /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double)\b[\s,-]*){6,}/iu
const HANDLE = /(?<![\p{L}\p{N}.])@[\p{L}\p{N}_.]{3,}/u

export function hasContact(text: string): boolean {
  return LINK.test(text) || contactIn(text) !== null
}

function contactIn(text: string): Place | null {
  for (const pattern of [ADDRESS, SPELT_ADDRESS, SPELT_NUMBER, HANDLE]) {
    const place = placeOf(pattern, text)
    if (place) return place
  }
  for (const match of text.matchAll(PHONE)) {
    if (!NO_PHONE.test(match[0].trim())) return { start: match.index, end: match.index + match[0].length }
  }
  return null
}

const TITLED =
  /\b(?:Dr|Drs|Doctor|Doktor|Doctora|Docteur|Dott|Dottor|Dottoressa|Dra|Prof|Professor|Nurse|Schwester|Sister|Dentist|Therapist|Mr|Mrs|Ms|Herr|Herrn|Frau|Monsieur|Madame|Señora?|Signora?|Senhora?)\.?\s+(?:\p{Lu}\.\s*)?\p{Lu}\p{Ll}+(?:[\s-]\p{Lu}\p{Ll}+)?/u
const PRESENTED =
  /\b(?:thanks to|thank|told|tell|with|by|from|and|our (?:\p{Ll}+ )?(?:hygienist|receptionist|assistant|nurse|doctor|dentist|therapist|colleague|manager|vet|physio))\s+(\p{Lu}\p{Ll}{2,})\b/u
const NO_NAMES =
  /^(?:You|Your|We|Our|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Google|Yelp|Facebook|Tripadvisor|Christmas|Easter|God|English|Spanish|German|French|Italian|Portuguese|Covid|The|This|That|All|Best|Kind|Everyone|Thank|Thanks)$/

/** Finds the author's name, or else what looks like the name of a member of staff. */
function nameIn(text: string, authorName: string): Place | null {
  const parts = authorName.split(/[\s.]+/).filter((part) => /^\p{Lu}[\p{L}'’-]{2,}$/u.test(part))
  for (const part of parts) {
    const place = placeOf(new RegExp(`(?<!\\p{L})${escaped(part)}(?!\\p{L})`, 'u'), text)
    if (place) return place
  }
  const titled = placeOf(TITLED, text)
  if (titled) return titled
  const presented = PRESENTED.exec(text)
  const name = presented?.[1]
  if (!presented || !name || NO_NAMES.test(name)) return null
  const end = presented.index + presented[0].length
  return { start: end - name.length, end }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

const MIN_SIMILARITY = 0.75

/** Also detects nearly exact repetition. The author's name in the text is ignored. */
function isRepeated(text: string, { formerReplies, authorName }: CheckedReply): boolean {
  const plain = plainText(text, authorName)
  if (plain === '') return false
  const groups = groupsOf(plain)
  return formerReplies.some((former) => {
    const other = plainText(former, '')
    if (other === plain) return true
    const others = groupsOf(other)
    const common = [...groups].filter((group) => others.has(group)).length
    return common > 0 && common / (groups.size + others.size - common) >= MIN_SIMILARITY
  })
}

function plainText(text: string, name: string): string {
  const [first = ''] = name.split(/\s/)
  const nameless = first.length > 1 ? text.replaceAll(first, '') : text
  return nameless
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function groupsOf(plain: string): ReadonlySet<string> {
  const parts = plain.split(' ')
  return new Set(parts.slice(2).map((_, index) => parts.slice(index, index + 3).join(' ')))
}

const OBSCENE =
  /^(?:mother)?(?:fuck|fuk|shit|bullshit|horseshit|bitch|asshole|arsehole|cunt|wank|twat|piss|bastard|dickhead|crap|whore|slut|scheiss|arschloch|fick|hurensohn|wichs|fotze|merde|putain|connard|connasse|salope|encul|bordel|mierda|puta|joder|cabron|gilipollas|coño|pendej|cazzo|merda|stronz|vaffancul|puttan|minchia|caralho|porra|foda|cacete)(?:s|es|e|er|ers|ed|ing|in|y|ty|o|os|a|as|ado|head|face|n|en)?$/
/**
 * Characters used in place of letters, each with its letter. A letter masked by `*` or `#` is tried as each vowel
 * instead.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  $: 's',
  '5': 's',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  '3': 'e',
  '€': 'e',
  '7': 't',
  '+': 't',
  ß: 'ss',
  á: 'a',
  é: 'e',
  ó: 'o',
  ú: 'u',
}
const VOWELS = ['a', 'e', 'i', 'o', 'u']

function obsceneIn(text: string): Place | null {
  for (const match of text.matchAll(/[^\s,;:"“”]+/gu)) {
    const [part] = match
    const core = part.replace(/^[(\p{Pi}']+|[)\p{Pf}'.!?…]+$/gu, '')
    if (core.length >= 3 && isObscene(core.toLowerCase())) {
      const start = match.index + part.indexOf(core)
      return { start, end: start + core.length }
    }
  }
  const spaced = /(?<!\p{L})(?:\p{L}[ .*_-]{1,2}){3,}\p{L}(?!\p{L})/gu
  for (const match of text.matchAll(spaced)) {
    if (isObscene(match[0].toLowerCase().replace(/[ .*_-]/g, ''))) {
      return { start: match.index, end: match.index + match[0].length }
    }
  }
  return null
}

function isObscene(core: string): boolean {
  const plain = [...core.replace(/[.\-_\u200b-\u200d]/g, '')].map((char) => LOOKS_LIKE[char] ?? char).join('')
  const hidden = /[*#]/.exec(plain)
  const candidates = hidden
    ? [plain.replace(/[*#]+/g, ''), ...VOWELS.map((vowel) => plain.replace(/[*#]/g, vowel)), filled(plain)]
    : [plain, plain.replace(/(\p{L})\1{1,}/gu, '$1'), plain.replace(/(\p{L})\1{2,}/gu, '$1$1')]
  return candidates.some((candidate) => OBSCENE.test(candidate))
}

/** The word usually meant by a masked one such as `f***` or `s**t`; any other text is returned unchanged. */
function filled(plain: string): string {
  if (/^f[*#]{2,3}(?:k|ing|ed)?/.test(plain)) return 'fuck'
  if (/^s[*#]{2}t/.test(plain) || /^s[*#]{3}$/.test(plain)) return 'shit'
  return /^b[*#]{3,4}h?$/.test(plain) ? 'bitch' : plain
}

const SHOUTED = /(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}'’]*(?:[\s,!?.-]+\p{Lu}[\p{Lu}'’]*){1,}(?![\p{L}\p{N}])/gu
const MIN_SHOUTED_LETTERS = 9

/** Ignores abbreviations such as `BBQ`. */
function capitalsIn(text: string): Place | null {
  for (const match of text.matchAll(SHOUTED)) {
    const longParts = match[0].match(/\p{Lu}{4,}/gu) ?? []
    if (match[0].replace(/\P{Lu}/gu, '').length >= MIN_SHOUTED_LETTERS && longParts.length > 0) {
      return { start: match.index, end: match.index + match[0].length }
    }
  }
  return null
}

/** Gifts and refunds, in six languages. */
export const GIFTS =
  /\b(?:refund\w*|compensat\w*|reimburs\w*|vouchers?|coupons?|gift ?cards?|money back|discounts?|complimentary|free of charge|for free|on the house|on us|free (?:meal|drink|dessert|coffee|night|stay|visit|treatment|lunch|dinner|wash|cut|glass)s?|credit slip|half price|\d+ ?(?:%|percent) off|store credit)\b|(?<!\p{L})(?:erstatt\w*|rückerstatt\w*|gutschein\w*|rabatt\w*|kostenlos\w*|gratis|entschädig\w*|geld zurück|aufs haus|remboursement\w*|rembours\w*|bon d['’]achat|chèque[- ]cadeau|remise|réduction|gratuit\w*|offert\w*|dédommag\w*|reembols\w*|vale de|cupón|descuento\w*|gratuit\w*|invitamos|invitaremos|compensa\w*|indemniz\w*|desconto\w*|vale[- ]presente|brinde|por conta da casa|cortesia|rimbors\w*|buono sconto|un buono (?:da|per|di)|sconto|omaggio|gratuit\w*|offriamo|risarci\w*)(?!\p{L})/giu
/** Signs of a promise: the first person, or telling the guest what they get. */
const GIVES =
  /\b(?:we|i|us|let me|you(?:['’]ll| will| get| can| receive)?|your next|next (?:visit|time|meal|coffee|drink|round)|wir|ich|sie (?:bekommen|erhalten)|ihr nächste\w*|beim nächsten|nous|je|vous (?:recevrez|aurez|obtiendrez)|votre prochain\w*|le|les|te|os|su próxim\w*|próxim\w*|nosotros|ofrecemos|queremos|devolver\w*|nós|vamos|sua próxim\w*|você|lhe|ci|vi|le|la prossima|il prossimo|prossim\w*)\b/iu
/**
 * Signs that a sentence promises nothing: `We can't give refunds`, `we never had a discount`, `the voucher that you
 * mention`.
 */
const WITHHELD =
  /\b(?:can(?:no|['’])t|cannot|unable|not able|not possible|don['’]t|do not|didn['’]t|did not|won['’]t|never|no longer|no|without|kein\w*|nicht|nie|ne|n['’]|pas|aucun\w*|sans|no|sin|nunca|não|sem|non|senza|mai)\b|\b(?:you|guests|customers) (?:asked|mention\w*|were promised|expected|had|bought|wanted)\b|\b(?:always|every day|daily|for everyone|all guests|happy hour|members)\b/iu

function moneyIn(text: string): Place | null {
  for (const sentence of sentencesIn(text)) {
    const said = text.slice(sentence.start, sentence.end)
    const money = placeOf(GIFTS, said)
    if (money && GIVES.test(said) && !WITHHELD.test(said)) {
      return { start: sentence.start + money.start, end: sentence.start + money.end }
    }
  }
  return null
}

/** Sentences with the space that follows them; a line break also ends a sentence. */
function sentencesIn(text: string): Place[] {
  const places: Place[] = []
  for (const { index, 0: sentence } of text.matchAll(/[^\n]+?(?:[.!?…]+(?=\s|$)\s?|\n|$)/gu)) {
    places.push({ start: index, end: index + sentence.length })
  }
  return places
}

function repair(text: string, kind: ReplyIssueKind, place: Place): string | null {
  const found = text.slice(place.start, place.end)
  const replaced = (by: string) => text.slice(0, place.start) + by + text.slice(place.end)
  switch (kind) {
    case 'repeat':
      return null
    case 'capitals':
      return replaced(calm(found, /(?:^|[.!?]\s+)$/u.test(text.slice(0, place.start))))
    case 'obscene':
      return tidied(replaced(''))
    case 'name':
      return tidied(replaced(/^\p{L}+\.?\s/u.test(found) && TITLED.test(found) ? 'our team' : ''))
    case 'blank':
      return withoutBlank(text, place)
    case 'contact':
    case 'link':
    case 'money': {
      const rest = withoutSentence(text, place)
      return rest === '' ? tidied(replaced('')) : rest
    }
  }
}

function withoutSentence(text: string, place: Place): string {
  const sentence = sentencesIn(text).find(({ start, end }) => start <= place.start && place.end <= end)
  return sentence ? tidied(text.slice(0, sentence.start) + text.slice(sentence.end)) : ''
}

/** Removes only the blank if it is a whole sentence; otherwise removes the sentence that contains it. */
function withoutBlank(text: string, { start, end }: Place): string {
  const before = text.slice(0, start).trimEnd()
  const isAlone =
    (before === '' || /[.!?…:\n]$/u.test(before)) && /^\.?(?:\s+\p{Lu}|\s*$|\s*\n)/u.test(text.slice(end))
  if (!isAlone) return withoutSentence(text, { start, end })
  return tidied(before + text.slice(end).replace(/^\./, ''))
}

function calm(shouted: string, isFirst: boolean): string {
  const small = shouted.toLowerCase().replace(/(?<![\p{L}])i(?=['’]|\s|$)/gu, 'I')
  return isFirst ? small.charAt(0).toUpperCase() + small.slice(1) : small
}

function tidied(text: string): string {
  return text
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([,.!?])/g, '$1')
    .replace(/ +$/gm, '')
    .replace(/^ +/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
