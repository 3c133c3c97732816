import * as v from 'valibot'
import { Email, uuid } from './fields.ts'

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

/** What somebody wants to be told, and when. */
interface AlertChoice {
  /** Alerts about reviews with these stars or fewer; 0 for none. */
  alertStars: number
  digest: Digest
  /** 0 is Sunday. */
  digestWeekday: number
  /** HH:MM on the clock of `timeZone`, like the two below. */
  digestTime: string
  /** When no alert is sent; it comes when they end. Both null, or both set. */
  quietFrom: string | null
  quietUntil: string | null
  /** IANA name. */
  timeZone: string
  /** Whether alarms come by mail and on devices. */
  takesAlarms: boolean
}

export interface AlertSettings extends AlertChoice {
  /** Where the mails go. */
  email: string
  /** Nothing is mailed to an address that is not proven. */
  isVerified: boolean
  /** False after unsubscribing. */
  takesMail: boolean
  /** Whether the person chose the time zone; until then the browser's counts. */
  isZoneChosen: boolean
}

/** Somebody without an account who gets mails, as owners and admins see them. */
export interface RecipientView extends Pick<AlertChoice, 'alertStars' | 'digest'> {
  id: string
  email: string
  /** Asked: has not confirmed yet. Stopped: unsubscribed. */
  state: 'asked' | 'active' | 'stopped'
}

/** A browser that takes push messages. */
export interface DeviceView {
  id: string
  /** 'Chrome on Android' */
  name: string
  /** To find the one that asks among them. */
  endpoint: string
  createdAt: string
}

export interface AlertsView {
  settings: AlertSettings
  /** False where only the button collects: then only forwarded mails bring reviews that nobody has seen. */
  isCollectedByPlan: boolean
  /** Whether there are alarms on this plan. */
  hasAlarms: boolean
  /** The key that browsers subscribe with; null where this server sends no push messages. */
  pushKey: string | null
  devices: DeviceView[]
  /** Null for who may not see them. */
  recipients: RecipientView[] | null
}

export const MAX_RECIPIENTS = 10

/** What the link of a mail is about, before anything is changed. */
export interface SubscriptionView {
  email: string
  /** Who the mails are about. */
  organizationName: string
  alertStars: number
  digest: Digest
  takesMail: boolean
}

const MINUTES_PER_HOUR = 60
const TIME = 'Enter a time such as 14:30.'

/** '08:30' → 510 */
const TimeOfDay = v.pipe(
  v.string(TIME),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME),
  v.transform((text) => Number(text.slice(0, 2)) * MINUTES_PER_HOUR + Number(text.slice(3))),
)

/** 510 → '08:30' */
export function timeOfDay(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / MINUTES_PER_HOUR))}:${part(minute % MINUTES_PER_HOUR)}`
}

const ZONE = 'Choose a time zone from the list.'
const TimeZone = v.pipe(v.string(ZONE), v.maxLength(64, ZONE), v.check(isTimeZone, ZONE))

function isTimeZone(name: string): boolean {
  try {
    // An offset such as +02:00 is no zone: it knows no summer.
    return (
      /^[A-Z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    )
  } catch {
    return false
  }
}

const Stars = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5))
const DigestChoice = v.picklist(DIGESTS, 'Choose daily, weekly or off.')

export const SaveAlertsInput = v.pipe(
  v.object({
    alertStars: Stars,
    digest: DigestChoice,
    digestWeekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
    digestTime: TimeOfDay,
    quietFrom: v.nullable(TimeOfDay),
    quietUntil: v.nullable(TimeOfDay),
    timeZone: TimeZone,
    takesMail: v.boolean(),
    takesAlarms: v.boolean(),
  }),
  v.forward(
    v.check(
      ({ quietFrom, quietUntil }) => (quietFrom === null) === (quietUntil === null),
      'Enter when the quiet hours end.',
    ),
    ['quietUntil'],
  ),
  v.forward(
    v.check(
      ({ quietFrom, quietUntil }) => quietFrom === null || quietFrom !== quietUntil,
      'Quiet hours can’t begin and end at the same time.',
    ),
    ['quietUntil'],
  ),
)
export type SaveAlertsInput = v.InferOutput<typeof SaveAlertsInput>

export const TimeZoneInput = v.object({ timeZone: TimeZone })
export type TimeZoneInput = v.InferOutput<typeof TimeZoneInput>

export const AddRecipientInput = v.object({ email: Email, alertStars: Stars, digest: DigestChoice })
export type AddRecipientInput = v.InferOutput<typeof AddRecipientInput>

export const RecipientId = v.object({ id: uuid('This recipient has already been removed.') })
export type RecipientId = v.InferOutput<typeof RecipientId>

export const DeviceId = v.object({ id: uuid('This device has already been removed.') })
export type DeviceId = v.InferOutput<typeof DeviceId>

export const SUBSCRIPTION_GONE = 'This link no longer works.'

export const SubscriptionToken = v.object({
  token: v.pipe(v.string(SUBSCRIPTION_GONE), v.maxLength(200, SUBSCRIPTION_GONE)),
})
export type SubscriptionToken = v.InferOutput<typeof SubscriptionToken>

export const SetSubscriptionInput = v.object({ ...SubscriptionToken.entries, takesMail: v.boolean() })
export type SetSubscriptionInput = v.InferOutput<typeof SetSubscriptionInput>

/** Where browsers get push messages from (docs/decisions/0026). Their owner names the address, so only these are asked. */
const PUSH_HOSTS =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)*(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

export function isPushAddress(url: URL): boolean {
  const { protocol, port, username, password, hostname } = url
  return protocol === 'https:' && port + username + password === '' && PUSH_HOSTS.test(hostname)
}

const PUSH_REFUSED = 'This browser takes its push messages from a service we don’t know.'
const BASE64URL = /^[A-Za-z0-9_-]+$/
/** A point of P-256, uncompressed, and 16 bytes, in base64url. */
const KEY_CHARS = { p256dh: 87, auth: 22 }

// @__NO_SIDE_EFFECTS__
function pushKey(chars: number) {
  return v.pipe(v.string(PUSH_REFUSED), v.length(chars, PUSH_REFUSED), v.regex(BASE64URL, PUSH_REFUSED))
}

/** As a browser's PushSubscription says it in JSON. */
export const AddDeviceInput = v.object({
  endpoint: v.pipe(
    v.string(PUSH_REFUSED),
    v.maxLength(1_024, PUSH_REFUSED),
    v.check((text) => URL.canParse(text) && isPushAddress(new URL(text)), PUSH_REFUSED),
  ),
  keys: v.object({ p256dh: pushKey(KEY_CHARS.p256dh), auth: pushKey(KEY_CHARS.auth) }),
})
export type AddDeviceInput = v.InferOutput<typeof AddDeviceInput>

/** What a push message carries, for the service worker. */
export interface PushMessage {
  title: string
  body: string
  /** Path of the screen it opens. */
  path: string
  /** A message with the same tag takes the place of the one before: what comes twice is shown once. */
  tag: string
}
