import * as v from 'valibot'
import { Email, uuid } from './fields.ts'

export const DIGESTS = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof DIGESTS)[number]

interface AlertChoice {
  /** Alerts about reviews with these stars or fewer; 0 for none. */
  alertStars: number
  digest: Digest
  /** 0 is Sunday. */
  digestWeekday: number
  /** HH:MM in `timeZone`, like the quiet hours. */
  digestTime: string
  /** Start and end of the quiet hours, which delay alerts until they end. Both null if there are none. */
  quietFrom: string | null
  quietUntil: string | null
  /** IANA name. */
  timeZone: string
  /** True if alarms and reminders of due answers are sent by email and push. */
  takesAlarms: boolean
}

export interface AlertSettings extends AlertChoice {
  email: string
  /** Nothing is sent to an unverified address. */
  isVerified: boolean
  /** False after unsubscribing. */
  takesMail: boolean
  /** True if the person chose the time zone; otherwise the browser's is used. */
  isZoneChosen: boolean
}

export interface RecipientView extends Pick<AlertChoice, 'alertStars' | 'digest'> {
  id: string
  email: string
  /** `asked`: not confirmed yet. `stopped`: unsubscribed. */
  state: 'asked' | 'active' | 'stopped'
}

export interface DeviceView {
  id: string
  /** 'Chrome on Android' */
  name: string
  /** Identifies the current browser in the list. */
  endpoint: string
  createdAt: string
}

export interface AlertsView {
  settings: AlertSettings
  /** True if the plan collects reviews automatically. */
  isCollectedByPlan: boolean
  /** True if the plan has alarms. Reminders of due answers are in every plan. */
  hasAlarms: boolean
  /** Public key for push subscriptions; null if this server sends no push messages. */
  pushKey: string | null
  devices: DeviceView[]
  /** Null if the viewer can't see recipients. */
  recipients: RecipientView[] | null
}

export const MAX_RECIPIENTS = 10

/** Subscription that the link in an email refers to. */
export interface SubscriptionView {
  email: string
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
    // Refuse offsets such as +02:00: they have no daylight saving time.
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

/**
 * Push services of the browsers we support (docs/decisions/0026). The endpoint comes from the client, so only these
 * hosts are contacted.
 */
const PUSH_HOSTS =
  /^(fcm\.googleapis\.com|([a-z0-9-]+\.)*(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))$/

export function isPushAddress(url: URL): boolean {
  const { protocol, port, username, password, hostname } = url
  return protocol === 'https:' && port + username + password === '' && PUSH_HOSTS.test(hostname)
}

const PUSH_REFUSED = 'This browser takes its push messages from a service we don’t know.'
const BASE64URL = /^[A-Za-z0-9_-]+$/
/** Base64url lengths of an uncompressed P-256 point and of 16 bytes. */
const KEY_CHARS = { p256dh: 87, auth: 22 }

// @__NO_SIDE_EFFECTS__
function pushKey(chars: number) {
  return v.pipe(v.string(PUSH_REFUSED), v.length(chars, PUSH_REFUSED), v.regex(BASE64URL, PUSH_REFUSED))
}

/** JSON form of the browser's PushSubscription. */
export const AddDeviceInput = v.object({
  endpoint: v.pipe(
    v.string(PUSH_REFUSED),
    v.maxLength(1_024, PUSH_REFUSED),
    v.check((text) => URL.canParse(text) && isPushAddress(new URL(text)), PUSH_REFUSED),
  ),
  keys: v.object({ p256dh: pushKey(KEY_CHARS.p256dh), auth: pushKey(KEY_CHARS.auth) }),
})
export type AddDeviceInput = v.InferOutput<typeof AddDeviceInput>

export interface PushMessage {
  title: string
  body: string
  path: string
  action?: { label: string; path: string }
  /** A message replaces an earlier one with the same tag, so a duplicate is shown once. */
  tag: string
}
