import { accountsOf } from './identity-accounts.ts'
import { contributorId } from './ids.ts'
import { LISTINGS, type Listing, type ListingKey } from './listings.ts'

/** A place in Google's Business Profile. */
export interface BusinessLocation {
  id: string
  listing: Listing
  /** Only verified locations have reviews. */
  isVerified: boolean
}

export interface BusinessAccount {
  id: string
  name: string
  type: 'PERSONAL' | 'LOCATION_GROUP'
  locations: BusinessLocation[]
}

interface Start {
  personal: readonly ListingKey[]
  group?: { name: string; listings: readonly ListingKey[] }
}

/** Listings that the invented people manage at the start, by person key; everybody else manages none. */
const STARTS: Readonly<Record<string, Start>> = {
  wren: {
    personal: ['small', 'mixed', 'languages', 'changing', 'empty'],
    group: {
      name: 'Alder group',
      listings: ['large', 'ratings', 'replies', 'overlapping', 'limited', 'moved', 'gone'],
    },
  },
  // Manages three of the same places: one location can belong to several accounts.
  tomas: { personal: ['mixed', 'replies', 'small'] },
}

export interface BusinessDirectory {
  /** Accounts of the person with this address, the personal one first. */
  accountsOf(email: string): readonly BusinessAccount[]
  /**
   * Makes the person a manager of the place, in the personal account. If they already are, only sets whether it is
   * verified.
   */
  add(
    email: string,
    listing: Listing,
    isVerified: boolean,
  ): { account: BusinessAccount; location: BusinessLocation }
  /** Removes the place from the person's accounts; false if they didn't manage it. */
  remove(email: string, listing: Listing): boolean
  clear(): void
}

/** 'accounts/…/locations/…', the parent of reviews in requests. */
export function locationName(account: BusinessAccount, location: BusinessLocation): string {
  return `accounts/${account.id}/locations/${location.id}`
}

/** Id of a place's location, the same for all of its managers. */
function locationIdOf(listing: Listing): string {
  return contributorId(`location:${listing.key}`).slice(0, 19)
}

/** Finds the place of a location id, whoever manages it. */
export function listingOfLocation(id: string): Listing | null {
  return (
    Object.values<Listing>(LISTINGS).find((listing) => listing.google && locationIdOf(listing) === id) ?? null
  )
}

export function createBusinessDirectory(): BusinessDirectory {
  const people = new Map<string, BusinessAccount[]>()

  function accounts(email: string): BusinessAccount[] {
    const known = people.get(email) ?? startingAccounts(email)
    people.set(email, known)
    return known
  }

  return {
    accountsOf: accounts,
    add(email, listing, isVerified) {
      for (const account of accounts(email)) {
        const location = account.locations.find((managed) => managed.listing.key === listing.key)
        if (!location) continue
        location.isVerified = isVerified
        return { account, location }
      }
      const account = accounts(email)[0] as BusinessAccount
      const location = { id: locationIdOf(listing), listing, isVerified }
      account.locations.push(location)
      return { account, location }
    },
    remove(email, listing) {
      const account = accounts(email).find(({ locations }) =>
        locations.some((managed) => managed.listing.key === listing.key),
      )
      if (!account) return false
      account.locations = account.locations.filter((managed) => managed.listing.key !== listing.key)
      return true
    },
    clear: () => people.clear(),
  }
}

/** A person's initial accounts. Always includes a personal one, as every Google account has one. */
function startingAccounts(email: string): BusinessAccount[] {
  const person = accountsOf('google').find((account) => account.email === email)
  const start = STARTS[person?.key ?? '']
  const account = (
    type: BusinessAccount['type'],
    name: string,
    keys: readonly ListingKey[],
  ): BusinessAccount => ({
    id: contributorId(`business-account:${email}:${type}`),
    name,
    type,
    locations: keys.map((key) => ({
      id: locationIdOf(LISTINGS[key]),
      listing: LISTINGS[key],
      isVerified: true,
    })),
  })
  const personal = account('PERSONAL', person?.name ?? email, start?.personal ?? [])
  return start?.group
    ? [personal, account('LOCATION_GROUP', start.group.name, start.group.listings)]
    : [personal]
}
