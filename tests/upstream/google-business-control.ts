import { ControlError, type Fields } from './control-input.ts'
import type { BusinessOffice } from './google-business.ts'
import { locationName } from './google-business-directory.ts'
import { MODERATION_MODES, REPLY_STATES } from './google-business-replies.ts'
import { businessReviewId } from './google-business-review.ts'
import { accountsOf, chosenAccount, type IdentityAccount } from './identity-accounts.ts'
import type { IdentityDesk } from './identity-desk.ts'
import { BUSINESS_SCOPE, type Grant } from './identity-grants.ts'
import { placeIdOf } from './ids.ts'
import type { Listing } from './listing.ts'
import { ALL_LISTINGS, isNamed } from './listings.ts'

/** A location as returned to tests in other processes. */
export interface LocationSummary {
  /** 'accounts/…/locations/…' */
  name: string
  /** Key of the listing of the same place. */
  listing: string
  title: string
  placeId: string
  isVerified: boolean
}

export interface GoogleTokens {
  accessToken: string
  refreshToken: string
}

interface Parts {
  business: BusinessOffice
  identity: IdentityDesk
}
type BusinessAction = (parts: Parts, fields: Fields, query: URLSearchParams) => unknown

/** Control actions for Business Profile, by method and path below `/__control/`. */
export const BUSINESS_ACTIONS: Readonly<Record<string, BusinessAction>> = {
  'GET business': ({ business }, _, query) => locationsOf(business, personOf(query.get('account')).email),
  'POST business/location': ({ business }, fields) => {
    const { email } = personOf(fields.account)
    const { account, location } = business.directory.add(
      email,
      listingOf(fields.id),
      fields.isVerified !== false,
    )
    return locationsOf(business, email).find(({ name }) => name === locationName(account, location))
  },
  'DELETE business/location': ({ business }, fields) => {
    const listing = listingOf(fields.id)
    if (!business.directory.remove(personOf(fields.account).email, listing)) {
      throw new ControlError(`${String(fields.account)} does not manage ${listing.name}.`)
    }
  },
  'POST business/limit': ({ business }, { editsAMinute }) => {
    business.replies.limit(Number(editsAMinute))
  },
  'POST business/moderation': ({ business }, fields) => {
    const mode = MODERATION_MODES.find((known) => known === fields.mode)
    if (!mode) throw new ControlError(`mode must be one of ${MODERATION_MODES.join(', ')}.`)
    business.replies.moderate(mode, textOf(fields.policyViolation))
  },
  'POST business/decide': ({ business }, fields) => {
    const state = REPLY_STATES.find((known) => known === fields.state)
    if (!state) throw new ControlError(`state must be one of ${REPLY_STATES.join(', ')}.`)
    const review = reviewNamed(business, String(fields.review))
    if (!business.replies.decide(review, state, textOf(fields.policyViolation))) {
      throw new ControlError(`No reply to ${String(fields.review)} waits for a decision.`)
    }
  },
  'POST google/tokens': ({ identity }, fields) => tokensFor(identity, fields),
  'DELETE google/tokens': ({ identity }, fields) => {
    if (fields.account === undefined) identity.grants.expireTokens('google')
    else identity.grants.revoke(grantOf(identity, fields))
  },
}

function locationsOf({ directory }: BusinessOffice, email: string): LocationSummary[] {
  return directory.accountsOf(email).flatMap((account) =>
    account.locations.map((location) => ({
      name: locationName(account, location),
      listing: location.listing.key,
      title: location.listing.name,
      placeId: placeIdOf(location.listing.google?.featureId ?? ''),
      isVerified: location.isVerified,
    })),
  )
}

/** Finds a person by the key or email address of an invented one, or creates one for any other address. */
function personOf(account: unknown): IdentityAccount {
  const name = String(account)
  const known = accountsOf('google').find(({ key, email }) => key === name || email === name)
  if (known) return known
  const other = new URLSearchParams({ account: 'other', email: name, name, verified: 'yes' })
  const person = name.includes('@') ? chosenAccount('google', other) : null
  if (!person) throw new ControlError(`No person is called ${name}.`)
  return person
}

function listingOf(id: unknown): Listing {
  const listing = ALL_LISTINGS.find((known) => known.google && isNamed(known, 'google', String(id)))
  if (!listing) throw new ControlError(`No google listing is called ${String(id)}.`)
  return listing
}

/** Public id of a review, found by its resource name or either of its ids. */
function reviewNamed({ world }: BusinessOffice, name: string): string {
  const id = name.split('/').at(-1)
  for (const listing of ALL_LISTINGS.filter(({ google }) => google)) {
    const review = world
      .reviews(listing, 'google')
      .find((known) => known.id === id || businessReviewId(known.id) === id)
    if (review) return review.id
  }
  throw new ControlError(`No review is called ${name}.`)
}

/** Issues tokens as after a person's consent, without a browser. */
function tokensFor(identity: IdentityDesk, fields: Fields): GoogleTokens {
  const grant = grantOf(identity, fields)
  return {
    accessToken: identity.grants.tokenFor(grant),
    refreshToken: identity.grants.refreshTokenFor(grant),
  }
}

function grantOf({ clients }: IdentityDesk, fields: Fields): Grant {
  const scopes = textOf(fields.scope)?.split(' ') ?? ['openid', 'email', BUSINESS_SCOPE]
  return {
    provider: 'google',
    clientId: clients.of('google').id,
    redirectUri: '',
    scopes,
    challenge: null,
    nonce: null,
    account: personOf(fields.account),
    isOffline: true,
    isAskedAnew: true,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
