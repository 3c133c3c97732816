import type {
  Ai,
  Fetcher,
  Queue,
  RateLimit,
  SendEmail,
  WorkerVersionMetadata,
} from '@cloudflare/workers-types'
import * as v from 'valibot'
import type { DatabaseEnv } from '#db/client.ts'
import { isExampleKey, PrivateKeySetting, PublicKeySetting } from './platform/jws/own-keys.ts'
import type { Platform } from './rules/platforms.ts'
import { isEmail } from './rules/validators.ts'
import { SOURCE_NAMES } from './sources/source.ts'

/**
 * Collect the next page of a run. `page` is the number of pages saved before this step; the run's row is the source of
 * truth.
 */
export interface CollectMessage {
  version: 1
  type: 'collect-page'
  runId: string
  page: number
}

/** Publish a reply, or poll its status. The reply_posts row is the source of truth. */
export interface PostReplyMessage {
  version: 1
  type: 'post-reply'
  reviewId: number
}

/** Send an endpoint's due webhook deliveries. The webhook_endpoints row is the source of truth. */
export interface DeliverWebhooksMessage {
  version: 1
  type: 'deliver-webhooks'
  endpointId: string
}

/** Asks to read the next page of an organization's reviews. The progress is in the insight_readings row. */
export interface ReadReviewsMessage {
  version: 1
  type: 'read-reviews'
  organizationId: string
}

type PlatformMessage = CollectMessage | PostReplyMessage

export interface Env extends DatabaseEnv {
  ASSETS: Fetcher
  COLLECT_GOOGLE: Queue<PlatformMessage>
  COLLECT_YELP: Queue<PlatformMessage>
  COLLECT_FACEBOOK: Queue<PlatformMessage>
  COLLECT_TRIPADVISOR: Queue<PlatformMessage>
  WEBHOOKS: Queue<DeliverWebhooksMessage>
  READ_REVIEWS: Queue<ReadReviewsMessage>
  /** Approximate limit on the requests of a network. */
  COARSE_LIMIT: RateLimit
  /** Missing if the deployment has no language model. */
  AI?: Pick<Ai, 'run'>
  /** Sends emails through Cloudflare Email Service. Not used if MAIL_API_KEY is set. */
  EMAIL?: SendEmail
  /** Missing on a local machine. */
  VERSION?: WorkerVersionMetadata
  [variable: string]: unknown
}

const Origin = v.pipe(
  v.string(),
  v.check((value) => URL.parse(value)?.origin === value, 'must be an origin without a path'),
)

const List = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').flatMap((item) => item.trim() || [])),
)
const Secret = v.pipe(v.string(), v.minLength(32))

/** 2^14; production refuses less (security design, section 4). */
export const PRODUCTION_SCRYPT_COST = 16384

/** Workers AI's free daily allocation lasts for 100 to 200 short generations. */
const CALLS_OF_FREE_ALLOCATION = 100

export const Settings = v.pipe(
  v.object({
    ENVIRONMENT: v.picklist(['local', 'production']),
    APP_ORIGIN: Origin,
    SESSION_SECRET: Secret,
    /** The previous secret; passwords hashed with it still match and are rehashed. */
    SESSION_SECRET_PREVIOUS: v.optional(Secret),
    /** scrypt's N. Only tests and local machines may lower it. */
    SCRYPT_COST: v.optional(
      v.pipe(v.string(), v.digits(), v.transform(Number)),
      String(PRODUCTION_SCRYPT_COST),
    ),
    /** Encrypts the secrets of authenticator apps and the tokens of connected accounts. */
    MFA_ENCRYPTION_KEY: Secret,
    /** The previous key; data encrypted with it stays readable. */
    MFA_ENCRYPTION_KEY_PREVIOUS: v.optional(Secret),
    /** The key that signs access tokens: EC, P-256. */
    TOKEN_PRIVATE_JWK: PrivateKeySetting,
    /**
     * Public parts of the next and the previous signing key, published along with the current one's during a rotation.
     */
    TOKEN_NEXT_PUBLIC_JWK: v.optional(PublicKeySetting),
    TOKEN_PREVIOUS_PUBLIC_JWK: v.optional(PublicKeySetting),
    /** The key that signs push messages: EC, P-256. Without it, none are sent. */
    PUSH_PRIVATE_JWK: v.optional(PrivateKeySetting),
    /** Sign-in with a provider is offered if all its values are set. */
    GOOGLE_CLIENT_ID: v.optional(v.string()),
    GOOGLE_CLIENT_SECRET: v.optional(v.string()),
    GITHUB_CLIENT_ID: v.optional(v.string()),
    GITHUB_CLIENT_SECRET: v.optional(v.string()),
    APPLE_CLIENT_ID: v.optional(v.string()),
    APPLE_TEAM_ID: v.optional(v.string()),
    APPLE_KEY_ID: v.optional(v.string()),
    /** PKCS#8, as in Apple's .p8 file. */
    APPLE_PRIVATE_KEY: v.optional(v.string()),
    /**
     * Key of the service that sends emails. Without it, Cloudflare sends them; a local machine only shows them in
     * /dev/mailbox. Emails wait while their sender, MAIL_FROM, is missing.
     */
    MAIL_API_KEY: v.optional(v.string()),
    MAIL_FROM: v.optional(v.string()),
    /** Domain whose emails Email Routing delivers to this worker; without it, no emails are received. */
    INBOUND_MAIL_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/))),
    /** Plans are paid through Stripe if its key is set. Two webhook secrets are valid during a rotation. */
    STRIPE_SECRET_KEY: v.optional(v.pipe(v.string(), v.regex(/^(sk|rk)_\w+$/))),
    STRIPE_WEBHOOK_SECRET: v.optional(v.pipe(v.string(), v.regex(/^whsec_\S+$/))),
    STRIPE_WEBHOOK_SECRET_PREVIOUS: v.optional(v.pipe(v.string(), v.regex(/^whsec_\S+$/))),
    /** Origins that may call /api/v1 from a browser, separated by commas. */
    API_ORIGINS: v.optional(v.pipe(List, v.array(Origin)), ''),
    /** The model behind the AI binding, and its number of calls per UTC day. Without the binding, neither applies. */
    AI_MODEL: v.optional(v.string(), '@cf/google/gemma-4-26b-a4b-it'),
    AI_CALLS_PER_DAY: v.optional(
      v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger()),
      String(CALLS_OF_FREE_ALLOCATION),
    ),
    /** Address for support requests; without it, no screen shows one. */
    SUPPORT_EMAIL: v.optional(v.pipe(v.string(), v.check(isEmail, 'must be an e-mail address'))),
    UPSTREAM_ORIGIN: v.optional(Origin),
    PUBLIC_COLLECTION: v.optional(v.picklist(['on', 'off']), 'off'),
    YELP_DOCUMENT_ID: v.optional(v.pipe(v.string(), v.hexadecimal())),
    /** The operator's API keys; each source is used if its key is set. */
    GOOGLE_PLACES_API_KEY: v.optional(v.string()),
    YELP_API_KEY: v.optional(v.string()),
    TRIPADVISOR_API_KEY: v.optional(v.string()),
    /** Our Facebook app, which owners use to connect their pages. */
    FACEBOOK_CLIENT_ID: v.optional(v.string()),
    FACEBOOK_CLIENT_SECRET: v.optional(v.string()),
    /** Sources whose reviews may be stored under the operator's agreement with the platform. */
    KEEP_REVIEWS: v.optional(v.pipe(List, v.array(v.picklist(SOURCE_NAMES))), ''),
  }),
  v.check(
    (settings) =>
      settings.ENVIRONMENT !== 'production' ||
      (settings.UPSTREAM_ORIGIN === undefined &&
        settings.SCRYPT_COST >= PRODUCTION_SCRYPT_COST &&
        settings.APP_ORIGIN.startsWith('https://') &&
        !settings.SESSION_SECRET.startsWith('example') &&
        !settings.MFA_ENCRYPTION_KEY.startsWith('example') &&
        !isExampleKey(settings.TOKEN_PRIVATE_JWK)),
    'production needs an https APP_ORIGIN, its own secrets, the full SCRYPT_COST and no UPSTREAM_ORIGIN',
  ),
)
export type Settings = v.InferOutput<typeof Settings>

const checked = new WeakMap<Env, Settings>()

/**
 * The variables of `env`, validated on first use. @throws Error listing every missing or invalid variable, but no
 * values
 */
export function settingsOf(env: Env): Settings {
  const known = checked.get(env)
  if (known) return known
  const result = v.safeParse(Settings, env, {
    message: ({ expected }) => `expected ${expected ?? 'another value'}`,
  })
  if (!result.success) {
    const faults = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'}: ${issue.message}`)
    throw new Error(`The worker's settings are not usable. ${faults.join('; ')}`)
  }
  checked.set(env, result.output)
  return result.output
}

/**
 * One queue per platform, so that a slow or blocking platform doesn't delay others, plus one for webhooks and one for
 * reading.
 */
export type Queues = Record<Platform, Queue<PlatformMessage>> & {
  webhooks: Queue<DeliverWebhooksMessage>
  reading: Queue<ReadReviewsMessage>
}

export function queuesOf(env: Env): Queues {
  return {
    google: env.COLLECT_GOOGLE,
    yelp: env.COLLECT_YELP,
    facebook: env.COLLECT_FACEBOOK,
    tripadvisor: env.COLLECT_TRIPADVISOR,
    webhooks: env.WEBHOOKS,
    reading: env.READ_REVIEWS,
  }
}
