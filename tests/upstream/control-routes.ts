import { ControlError, type Fields, faultOf } from './control-input.ts'
import { FACEBOOK_ACTIONS } from './facebook-control.ts'
import type { FacebookDesk } from './facebook-desk.ts'
import type { FaultBook } from './faults.ts'
import type { BusinessOffice } from './google-business.ts'
import { BUSINESS_ACTIONS } from './google-business-control.ts'
import type { IdentityDesk } from './identity-desk.ts'
import { type Listing, SIMULATED_PLATFORMS, type SimulatedPlatform } from './listing.ts'
import { ALL_LISTINGS, isNamed } from './listings.ts'
import { PUSH_ACTIONS, type PushDesk } from './push.ts'
import { RECEIVER_ACTIONS, type ReceiverDesk } from './receiver.ts'
import type { Recorder } from './recorder.ts'
import { STRIPE_ACTIONS } from './stripe-control.ts'
import type { StripeDesk } from './stripe-desk.ts'
import { type ReviewTruth, truthOf } from './truth.ts'
import { type Answer, json } from './wire.ts'
import type { ReviewChange, World } from './world.ts'

/** A listing on a platform. */
export interface ReviewTarget {
  platform: SimulatedPlatform
  /** Any name of the listing: key, feature id, Place ID, encid or alias. */
  id: string
}

export interface Simulation {
  world: World
  faults: FaultBook
  recorder: Recorder
  identity: IdentityDesk
  business: BusinessOffice
  facebook: FacebookDesk
  push: PushDesk
  receiver: ReceiverDesk
  stripe: StripeDesk
}

export const CONTROL_PREFIX = '/__control/'

/** Answers `/__control/…`. Invalid input gets 400 with the reason, an unknown address 404. */
export function controlAnswer(
  simulation: Simulation,
  method: string,
  path: string,
  query: URLSearchParams,
  body: string,
): Answer {
  const action = ACTIONS[`${method} ${path.slice(CONTROL_PREFIX.length)}`]
  if (!action) return json(404, { error: `No control at ${method} ${path}.` })
  try {
    return json(200, action(simulation, fieldsOf(body), query) ?? { ok: true })
  } catch (error) {
    if (error instanceof ControlError) return json(400, { error: error.message })
    throw error
  }
}

type Action = (simulation: Simulation, fields: Fields, query: URLSearchParams) => unknown

const ACTIONS: Readonly<Record<string, Action>> = {
  'POST faults': ({ faults }, fields) => faults.add(faultOf(fields)),
  'GET faults': ({ faults }) => faults.list(),
  'DELETE faults': ({ faults }) => faults.clear(),
  'GET requests': ({ recorder }) => recorder.list(),
  'DELETE requests': ({ recorder }) => recorder.clear(),
  'GET reviews': ({ world }, _, query) => truths(world, query),
  'POST add': ({ world }, fields) => {
    const { platform, listing } = targetOf(fields)
    return truthOf(listing, platform, world.add(listing, platform, changeOf(fields)))
  },
  'POST edit': (simulation, fields) =>
    onReview(fields, (...at) => simulation.world.edit(...at, changeOf(fields))),
  'POST remove': (simulation, fields) => onReview(fields, (...at) => simulation.world.remove(...at)),
  'POST restore': (simulation, fields) => onReview(fields, (...at) => simulation.world.restore(...at)),
  'POST reset': ({ world, faults, recorder, identity, business, facebook, push, receiver, stripe }) => {
    world.reset()
    identity.grants.clear()
    business.directory.clear()
    business.replies.clear()
    facebook.clear()
    push.clear()
    receiver.messages.length = 0
    stripe.clear()
    faults.clear()
    recorder.clear()
  },
  ...BUSINESS_ACTIONS,
  ...FACEBOOK_ACTIONS,
  ...PUSH_ACTIONS,
  ...RECEIVER_ACTIONS,
  ...STRIPE_ACTIONS,
}

function fieldsOf(body: string): Fields {
  if (body === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Refused below, like every body that isn't a JSON object.
  }
  throw new ControlError('The body must be a JSON object.')
}

function targetOf(fields: Fields): { platform: SimulatedPlatform; listing: Listing } {
  const platform = SIMULATED_PLATFORMS.find((known) => known === fields.platform)
  if (!platform) throw new ControlError(`platform must be one of ${SIMULATED_PLATFORMS.join(', ')}.`)
  const listing = ALL_LISTINGS.find((known) => known[platform] && isNamed(known, platform, String(fields.id)))
  if (!listing) throw new ControlError(`No ${platform} listing is called ${String(fields.id)}.`)
  return { platform, listing }
}

function changeOf({ rating, text, photos, reply }: Fields): ReviewChange {
  if (rating !== undefined && !(typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating))) {
    throw new ControlError('rating must be a whole number from 1 to 5.')
  }
  if (text !== undefined && typeof text !== 'string') throw new ControlError('text must be a string.')
  if (photos !== undefined && !(typeof photos === 'number' && Number.isInteger(photos) && photos >= 0)) {
    throw new ControlError('photos must be a number of photos.')
  }
  if (reply !== undefined && reply !== null && typeof reply !== 'string') {
    throw new ControlError('reply must be a string or null.')
  }
  return {
    ...(rating && { rating }),
    ...(text !== undefined && { text }),
    ...(photos !== undefined && { photos }),
    ...(reply !== undefined && { reply }),
  }
}

function onReview(
  fields: Fields,
  change: (
    listing: Listing,
    platform: SimulatedPlatform,
    reviewId: string,
  ) => Parameters<typeof truthOf>[2] | null,
): ReviewTruth {
  const { platform, listing } = targetOf(fields)
  const review = change(listing, platform, String(fields.reviewId))
  if (!review) throw new ControlError(`${listing.name} has no such review: ${String(fields.reviewId)}.`)
  return truthOf(listing, platform, review)
}

function truths(world: World, query: URLSearchParams): ReviewTruth[] {
  const { platform, listing } = targetOf(Object.fromEntries(query))
  const language = query.get('language')
  return world
    .reviews(listing, platform)
    .filter((review) => language === null || review.language === language)
    .map((review) => truthOf(listing, platform, review))
}
