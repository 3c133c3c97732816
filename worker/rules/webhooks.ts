import * as v from 'valibot'
import { grouped } from './counted.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'
import { decimalId, needed, PAGE_GONE, uuid } from './fields.ts'

export const WEBHOOK_EVENTS = [
  'review.created',
  'review.edited',
  'review.removed',
  'response.published',
  'source.needs_attention',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent only to test an endpoint. */
export const TEST_EVENT = 'webhook.test'

/** Sent first: the endpoint has to answer with the challenge it contains. */
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

/** Limit per endpoint, including retries and tests; further messages wait for the next hour. */
export const MAX_MESSAGES_AN_HOUR = 600

/** Delay before each retry, about three days in total. A delivery fails for good after the last one. */
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

export const WEBHOOKS_IN_SHORT = `Your programs can be told what happens instead: add a webhook endpoint under Security. It answers the first message, ${CHALLENGE_EVENT}, with the text in data.challenge, then gets up to ${MAX_MESSAGES_AN_HOUR} messages an hour. The others wait for the next hour, and edits of one review that wait are sent as one message.`

/** Hours during which messages are also signed with the former secret after it is replaced. */
const SECRET_OVERLAPS = [0, 24] as const

export const ENDPOINT_GONE = 'This endpoint no longer exists.'
export const DELIVERY_GONE = 'This delivery no longer exists.'

const MAX_URL_CHARS = 1_000
const Url = needed(
  v.pipe(
    v.string('Address must be text.'),
    v.trim(),
    v.minLength(1, 'Enter the address of your program.'),
    v.maxLength(MAX_URL_CHARS, `Address can have at most ${grouped(MAX_URL_CHARS)} characters.`),
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

/** Absent fields stay unchanged. */
export const UpdateWebhookInput = v.object({
  ...WebhookId.entries,
  url: v.optional(Url),
  events: v.optional(Events),
  isOn: v.optional(v.boolean()),
})
export type UpdateWebhookInput = v.InferOutput<typeof UpdateWebhookInput>

export const RotateWebhookInput = v.object({
  ...WebhookId.entries,
  /** Number of the secret to replace, so that only one of several simultaneous calls replaces it. */
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

export interface WebhookView {
  id: string
  url: string
  events: WebhookEvent[]
  secretNumber: number
  createdAt: string
  /** Time of the first failure since the last success. */
  failingSince: string | null
  /**
   * Reason why the endpoint is off; null if it is on. `gone`: the endpoint answered 410. `maker_left`: the person who
   * created it is no longer an admin.
   */
  offReason: 'owner' | 'failing' | 'gone' | 'maker_left' | null
  /** True if the endpoint has answered a challenge. Nothing is sent to unproven endpoints. */
  isProven: boolean
  /** Reason why the last challenge failed; null if it succeeded. */
  proofFault: string | null
  /** Time at which waiting messages resume after the hourly limit; null if none are held back. */
  heldUntil: string | null
}

/** This is the only time the secret is shown. */
export interface NewWebhookSecret {
  id: string
  secret: string
}

/** `proofFault` is null if the endpoint answered the challenge. */
export interface WebhookProof {
  proofFault: string | null
}

export interface WebhookDeliveryView {
  id: string
  /** The `webhook-id` header, which identifies the message to the receiver. */
  messageId: string
  event: WebhookEvent | typeof TEST_EVENT
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** HTTP status of the last response; null if there was none. */
  status: number | null
  /** Beginning of the last response, or why there was none. */
  answer: string
  createdAt: string
  attemptedAt: string | null
  nextAt: string | null
}

export interface WebhookDeliveryPage {
  /** Newest first. */
  items: WebhookDeliveryView[]
  nextCursor: string | null
}
