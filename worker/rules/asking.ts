import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { cleanString, Email, emptyToNull, nameString, needed, pageLimit, uuid } from './fields.ts'
import { isFacebookLink, linkIn, platformOfLink } from './found-place.ts'
import type { Platform } from './platforms.ts'
import { INVALID_URL, isHttpUrl } from './validators.ts'

/** Minimum number of days between two requests to the same person, across all organizations. */
export const ASK_AGAIN_DAYS = 90
/**
 * Maximum requests per day to addresses at one domain, because its owner can create any number of mailboxes. Large mail
 * providers are exempt.
 */
export const MAX_ASKED_PER_DOMAIN = 5
/** Limit per call. */
export const MAX_ASKED_AT_ONCE = 50
export const MAX_LINKS = 8
/** Maximum handles of a page, including former ones, which stay valid so that printed codes keep working. */
export const MAX_HANDLES = 10
const MAX_MESSAGE_CHARS = 500
export const MAX_PERSON_CHARS = 60
const MAX_LINK_NAME_CHARS = 40

/** Ways to ask in which the owner sends the text that we prepare. The only other way is `mail`, which we send. */
export const HAND_OVERS = ['sms', 'whatsapp', 'own_mail', 'copy', 'print'] as const
export type HandOver = (typeof HAND_OVERS)[number]
export type AskChannel = 'mail' | HandOver

export const CHANNEL_NAMES: Record<AskChannel, string> = {
  mail: 'E-mail from us',
  sms: 'Your text message',
  whatsapp: 'Your WhatsApp',
  own_mail: 'Your e-mail',
  copy: 'Text copied',
  print: 'Card or stand printed',
}

/** Occasions on which people agreed to be asked. A fixed list, so that nobody can send strangers text of their own. */
export const CONSENTS = ['in_person', 'form', 'booking', 'writing'] as const
export type Consent = (typeof CONSENTS)[number]

export const CONSENT_NAMES: Record<Consent, string> = {
  in_person: 'They told us in person',
  form: 'On a form of ours',
  booking: 'When they booked or ordered',
  writing: 'In an e-mail or a message',
}

export const PAGE_LANGUAGES = ['en', 'es', 'fr', 'de', 'pt', 'ar'] as const
export type PageLanguage = (typeof PAGE_LANGUAGES)[number]

export const LANGUAGE_NAMES: Record<PageLanguage, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  ar: 'العربية',
}

const MIN_HANDLE_CHARS = 3
export const MAX_HANDLE_CHARS = 40
const HANDLE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const INVALID_HANDLE = `Use ${MIN_HANDLE_CHARS} to ${MAX_HANDLE_CHARS} letters (a to z), digits and single hyphens.`
export const HANDLE_TAKEN = 'This address is taken. Try another one.'

const Handle = needed(
  v.pipe(
    v.string(INVALID_HANDLE),
    v.transform((text) => text.trim().toLowerCase()),
    v.check((text) => isHandle(text), INVALID_HANDLE),
  ),
)

export function isHandle(text: string): boolean {
  return text.length >= MIN_HANDLE_CHARS && text.length <= MAX_HANDLE_CHARS && HANDLE.test(text)
}

/** 'Café Löwe & Söhne' becomes 'cafe-lowe-sohne'; a name without Latin letters becomes 'reviews'. */
export function handleFrom(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_HANDLE_CHARS)
    .replace(/^-+|-+$/g, '')
  return slug.length < MIN_HANDLE_CHARS ? 'reviews' : slug
}

export function reviewPagePath(handle: string): string {
  return `/r/${handle}`
}

export interface ReviewLink {
  name: string
  url: string
}

/** Key of a link in our redirect URLs and counts: the platform if known, otherwise the host. */
export function linkKey(url: string): string {
  return platformOf(url) ?? new URL(url).hostname.replace(/^www\./, '')
}

export function platformOf(url: string): Platform | null {
  return isFacebookLink(url) ? 'facebook' : platformOfLink(url)
}

export const NO_YELP =
  'Yelp asks businesses not to ask for reviews and may hide those that were asked for. So there is no Yelp button.'

const LinkUrl = needed(
  v.pipe(
    v.string(INVALID_URL),
    v.transform(linkIn),
    v.check(isHttpUrl, 'Paste the whole address, starting with https://'),
    v.check((url) => platformOf(url) !== 'yelp', NO_YELP),
  ),
)

const Link = v.object({
  name: v.pipe(
    nameString(MAX_LINK_NAME_CHARS, 'Name', 'Say where this link leads.'),
    v.check((name) => !/\byelp\b/i.test(name), NO_YELP),
  ),
  url: LinkUrl,
})

export const SaveReviewPageInput = v.object({
  businessId: BusinessKey,
  handle: Handle,
  language: v.optional(v.picklist(PAGE_LANGUAGES, 'Choose a language from the list.'), 'en'),
  links: v.pipe(
    v.array(Link, 'Add a link.'),
    v.minLength(1, 'Add at least one link where people can write a review.'),
    v.maxLength(MAX_LINKS, `A page has at most ${MAX_LINKS} links.`),
    v.check((links) => {
      const keys = links.map(({ url }) => linkKey(url))
      return new Set(keys).size === keys.length
    }, 'Two links lead to the same site. Keep one of them.'),
  ),
  isOn: v.optional(v.boolean('On must be true or false.'), true),
})
export type SaveReviewPageInput = v.InferOutput<typeof SaveReviewPageInput>

export const SaveMessageInput = v.object({
  businessId: BusinessKey,
  /** Message without the link; empty for the default text. */
  message: v.pipe(
    cleanString(MAX_MESSAGE_CHARS, 'Text'),
    v.check((text) => !/\byelp\b/i.test(text), NO_YELP),
    v.transform(emptyToNull),
  ),
})
export type SaveMessageInput = v.InferOutput<typeof SaveMessageInput>

export const HandOverInput = v.object({
  businessId: BusinessKey,
  channel: v.picklist(HAND_OVERS, 'Unknown way to ask.'),
})
export type HandOverInput = v.InferOutput<typeof HandOverInput>

/** Letters and the punctuation of names. A dot inside a word is refused, because it would become a link. */
const PERSON = /^[\p{L}\p{M} '’,-]*(?:\.(?: |$)[\p{L}\p{M} '’,-]*)*$/u

const Person = v.object({
  name: v.optional(
    v.pipe(
      cleanString(MAX_PERSON_CHARS, 'Name'),
      v.check((name) => PERSON.test(name), 'Enter the name only, in letters.'),
    ),
    '',
  ),
  email: Email,
})

const NO_CONSENT = 'Say where these people agreed to be asked. Without that, they can’t be e-mailed.'

export const AskInput = v.object({
  businessId: BusinessKey,
  consent: v.picklist(CONSENTS, NO_CONSENT),
  people: v.pipe(
    v.array(Person, 'Enter an e-mail address.'),
    v.minLength(1, 'Enter an e-mail address.'),
    v.maxLength(MAX_ASKED_AT_ONCE, `Ask up to ${MAX_ASKED_AT_ONCE} people at a time.`),
  ),
})
export type AskInput = v.InferOutput<typeof AskInput>

export interface ListedPerson {
  /** Counted from 1, empty lines included. */
  line: number
  name: string
  email: string
}

/** Parses a small list of people, one per line: 'Name, address', 'Name <address>' or only the address. */
export function peopleIn(list: string): ListedPerson[] {
  return list
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
    .map(({ line, text }) => {
      const email = /[^\s,;<>]+@[^\s,;<>]+/.exec(text)?.[0] ?? text
      const name = text.replace(email, '').replace(/[<>;,\t"]+/g, ' ')
      return { line, name: name.replace(/\s+/g, ' ').trim(), email }
    })
}

/**
 * The mailbox of an address, as far as providers document it: anything after a plus is ignored, and so are dots at
 * Gmail. This way nobody is asked again under another spelling.
 */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const own = local.split('+')[0] || local
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${own.replaceAll('.', '')}@gmail.com` : `${own}@${domain}`
}

/** Domains of large mail providers, to which the limit of emails per domain doesn't apply. */
const MAIL_PROVIDERS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com ' +
    'proton.me protonmail.com gmx.com gmx.de gmx.net web.de t-online.de freenet.de mail.com zoho.com fastmail.com hey.com ' +
    'yahoo.co.uk hotmail.co.uk btinternet.com sky.com orange.fr free.fr sfr.fr laposte.net wanadoo.fr hotmail.fr yahoo.fr ' +
    'libero.it virgilio.it tiscali.it yahoo.it hotmail.it yahoo.es hotmail.es telefonica.net terra.com.br uol.com.br bol.com.br ' +
    'yahoo.com.br comcast.net verizon.net att.net cox.net charter.net sbcglobal.net bellsouth.net rogers.com shaw.ca ' +
    'bigpond.com optusnet.com.au yahoo.com.au qq.com 163.com 126.com naver.com daum.net mail.ru yandex.ru yandex.com wp.pl o2.pl ' +
    'seznam.cz bluewin.ch ziggo.nl kpnmail.nl telenet.be skynet.be'
  ).split(' '),
)

/**
 * The domain of an email address; null for large providers. Small domains are limited, because one person can own all
 * of a domain's mailboxes.
 */
export function smallDomainOf(email: string): string | null {
  const domain = email.trim().toLowerCase().split('@')[1] ?? ''
  return MAIL_PROVIDERS.has(domain) ? null : domain
}

/**
 * Hints that a text may offer a reward for reviews, or ask for good reviews only. Only a person can judge whether it
 * does.
 */
export function askHints(text: string): string[] {
  const said = text.toLowerCase()
  return [
    ...(INCENTIVE.test(said)
      ? [
          'This looks like a reward. Google and Facebook forbid rewards for reviews, and in many countries so does the law.',
        ]
      : []),
    ...(SELECTION.test(said)
      ? [
          'Ask everyone, and ask for a review, not for a good one. Choosing happy customers only is forbidden.',
        ]
      : []),
  ]
}

const INCENTIVE =
  /discount|coupon|voucher|gift|reward|\bprize|raffle|giveaway|\bfree\b|cash ?back|\d ?%|[$€£]\s?\d|\d\s?[$€£]|rabatt|gutschein|geschenk|gewinn|descuento|regalo|premio|cup[oó]n|remise|cadeau|bon d.achat|desconto|brinde|خصم|هدية/
const SELECTION =
  /(?:five|5)[- ]?stars?|\bgood review|positive review|great review|if (?:you(?:’|')?(?:re| are| were)? )?(?:happy|satisfied|liked|loved|enjoyed)|5 sterne|fünf sterne|5 estrellas|5 étoiles|5 estrelas|زوار سعداء|zufrieden waren|wenn (?:sie|du) zufrieden/

export interface AskView {
  id: string
  businessId: string
  channel: AskChannel
  /** Empty if it wasn't given or has been deleted. */
  name: string
  email: string
  consent: Consent | null
  state: 'waiting' | 'sent' | 'stopped' | 'handed_over'
  /** Null if the member's account is gone. */
  by: string | null
  /** ISO 8601, UTC. */
  at: string
  isRestored: boolean
}

export interface AskLog {
  /** Newest first. */
  items: AskView[]
  nextCursor: string | null
}

export const AskLogInput = v.optional(
  v.object({
    businessId: v.optional(BusinessKey),
    cursor: v.optional(uuid('This page no longer exists. Start again from the first one.')),
    limit: pageLimit(100, 'entries', 20),
  }),
  {},
)
export type AskLogInput = v.InferOutput<typeof AskLogInput>

export interface Asked {
  asked: number
  /**
   * People left out because somebody asked them recently, or because they refuse such emails. Which of the two reasons
   * applies isn't revealed.
   */
  leftOut: number
  /** People left out because the plan's daily limit was reached. */
  overLimit: number
  /** People left out because MAX_ASKED_PER_DOMAIN others at the same domain were asked today. */
  overDomain: number
  /** Addresses whose mailbox is already on the list under another spelling. */
  repeated: number
}

export interface ReviewPageView {
  handle: string
  url: string
  links: ReviewLink[]
  language: PageLanguage
  /** The owner's text without the link; null for the usual text. */
  message: string | null
  isOn: boolean
}

/** Reasons why no email can be sent for a location. */
export type MailBar = 'no_page' | 'not_verified' | 'no_proof' | 'no_address' | 'no_service' | 'sample'

export interface Effect {
  /** Weeks compared before and after the first request; 0 if nobody was asked or it is too early to compare. */
  weeks: number
  before: number
  after: number
  verdict: 'not_asked' | 'too_early' | 'no_history' | 'unclear' | 'more' | 'fewer'
}

export interface AskScreenView {
  businesses: { id: string; name: string }[]
  businessId: string | null
  businessName: string
  mayAsk: boolean
  /** Null until the page is created. */
  page: ReviewPageView | null
  suggestion: { handle: string; links: ReviewLink[] }
  /** Counts of the last 30 days. */
  counts: { opened: number; followed: { name: string; count: number }[] }
  mail: { bar: MailBar | null; leftToday: number; perDay: number; postalAddress: string }
  effect: Effect
  log: AskLog
}

export const AskScreenInput = v.optional(v.object({ businessId: v.optional(BusinessKey) }), {})
export type AskScreenInput = v.InferOutput<typeof AskScreenInput>

export const RefuseAsksInput = v.object({ token: v.string('This link is incomplete.') })
export type RefuseAsksInput = v.InferOutput<typeof RefuseAsksInput>

export const REFUSAL_GONE = 'This link is incomplete. Open it from the e-mail again.'
