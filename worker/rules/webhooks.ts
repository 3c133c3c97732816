import * as v from 'valibot'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'
import { decimalId, needed, PAGE_GONE, uuid } from './fields.ts'

/** What an endpoint can be told of. */
export const WEBHOOK_EVENTS = [
  'review.created',
  'review.edited',
  'review.removed',
  'response.published',
  'source.needs_attention',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Only ever sent to try an endpoint out. */
export const TEST_EVENT = 'webhook.test'

/** Sent before anything else: the endpoint answers with the challenge it contains. */
export const CHALLENGE_EVENT = 'webhook.challenge'

export const WEBHOOK_EVENT_NAMES: Record<WebhookEvent | typeof TEST_EVENT, string> = {
  'review.created': 'A new review',
  'review.edited': 'A review was edited',
  'review.removed': 'A review is no longer shown',
  'response.published': 'A reply is shown on its platform',
  'source.needs_attention': 'A source needs your attention',
  [TEST_EVENT]: 'A test',
}

export const MAX_ENDPOINTS = 5

/** Messages an endpoint gets in an hour, tries and tests included; the others wait for the next one. */
export const MAX_MESSAGES_AN_HOUR = 600

/** How long after each failed try the next one comes; after the last one there is none. Three days in all. */
export const RETRY_WAITS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** For developers, in the reference of the API. */
export const WEBHOOKS_IN_SHORT = `Your programs can be told what happens instead: add a webhook endpoint under Security. It answers the first message, ${CHALLENGE_EVENT}, with the text in data.challenge, then gets up to ${MAX_MESSAGES_AN_HOUR} messages an hour. The others wait for the next hour, and edits of one review that wait are sent as one message.`

/** Hours that the former secret of an endpoint signs as well. */
const SECRET_OVERLAPS = [0, 24] as const

export const ENDPOINT_GONE = 'This endpoint no longer exists.'
export const DELIVERY_GONE = 'This delivery no longer exists.'

const MAX_URL_CHARS = 1_000
const Url = needed(
  v.pipe(
    v.string('Address must be text.'),
    v.trim(),
    v.minLength(1, 'Enter the address of your program.'),
    v.maxLength(MAX_URL_CHARS, `Address can have at most ${MAX_URL_CHARS.toLocaleString('en')} characters.`),
  ),
)
const Events = v.pipe(
  v.array(v.picklist(WEBHOOK_EVENTS, 'Unknown event.'), 'Choose which events to send.'),
  v.minLength(1, 'Choose which events to send.'),
  v.maxLength(WEBHOOK_EVENTS.length, 'Choose each event once.'),
)

export const CreateWebhookInput = v.object({ url: Url, events: Events })
export type CreateWebhookInput = v.InferOutput<typeof CreateWebhookInput>

export const WebhookId = v.object({ id: uuid(ENDPOINT_GONE) })
export type WebhookId = v.InferOutput<typeof WebhookId>

/** What is left out stays as it is. */
export const UpdateWebhookInput = v.object({
  ...WebhookId.entries,
  url: v.optional(Url),
  events: v.optional(Events),
  isOn: v.optional(v.boolean()),
})
export type UpdateWebhookInput = v.InferOutput<typeof UpdateWebhookInput>

export const RotateWebhookInput = v.object({
  ...WebhookId.entries,
  /** The secret to be replaced, as the endpoint has it: of calls at once, one replaces it. */
  secretNumber: v.pipe(v.number('Say which secret.'), v.safeInteger('Say which secret.')),
  overlapHours: v.optional(v.picklist(SECRET_OVERLAPS, 'Choose 0 or 24 hours.'), 24),
})
export type RotateWebhookInput = v.InferOutput<typeof RotateWebhookInput>

export const WebhookDeliveriesInput = v.object({
  ...WebhookId.entries,
  cursor: v.optional(decimalId(PAGE_GONE)),
})
export type WebhookDeliveriesInput = v.InferOutput<typeof WebhookDeliveriesInput>

export const WebhookDeliveryId = v.object({ ...WebhookId.entries, delivery: decimalId(DELIVERY_GONE) })
export type WebhookDeliveryId = v.InferOutput<typeof WebhookDeliveryId>

/** An endpoint as its organization sees it: never its secret. */
export interface WebhookView {
  id: string
  url: string
  events: WebhookEvent[]
  /** Names the secret to whoever replaces it. */
  secretNumber: number
  createdAt: string
  /** The first failure since the last success. */
  failingSince: string | null
  /** Why it is switched off; null while it is on. `gone`: it answered 410. `maker_left`: whoever made it is no longer an admin. */
  offReason: 'owner' | 'failing' | 'gone' | 'maker_left' | null
  /** Whether it has answered a challenge. Nothing is sent to one that has not. */
  isProven: boolean
  /** Why the last challenge failed. */
  proofFault: string | null
  /** When what waits goes on, once the hour's messages are sent; null while none is held back. */
  heldUntil: string | null
}

/** A new secret: the only time that it is shown. */
export interface NewWebhookSecret {
  id: string
  secret: string
}

/** Why an endpoint did not answer its challenge; null if it did. */
export interface WebhookProof {
  proofFault: string | null
}

export interface WebhookDeliveryView {
  /** Its number, as text. */
  id: string
  /** `webhook-id`, by which the receiver knows it. */
  messageId: string
  event: WebhookEvent | typeof TEST_EVENT
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** Of the last answer; null where none came. */
  status: number | null
  /** How the last answer begins, or why none came. */
  answer: string
  createdAt: string
  attemptedAt: string | null
  /** When it is tried next. */
  nextAt: string | null
}

export interface WebhookDeliveryPage {
  /** Newest first. */
  items: WebhookDeliveryView[]
  nextCursor: string | null
}
