import type { FACEBOOK_PAGES } from './facebook-pages.ts'
import { numberId } from './ids.ts'
import { ALL_LISTINGS, type Listing } from './listings.ts'

/** An invented person with an account on Facebook. */
export interface FacebookPerson {
  key: string
  id: string
  name: string
  /** The pages this person manages. */
  pages: readonly Listing[]
}

type PageKey = keyof typeof FACEBOOK_PAGES

const PEOPLE: readonly { key: string; name: string; pages: readonly PageKey[] }[] = [
  { key: 'wren', name: 'Wren Alder', pages: ['small', 'mixed', 'large', 'changing', 'empty', 'gone'] },
  // Manages two of the same pages: a page can have several managers.
  { key: 'tomas', name: 'Tomas Reed', pages: ['mixed', 'small'] },
  { key: 'odile', name: 'Odile Bright', pages: [] },
]

export const FACEBOOK_PEOPLE: readonly FacebookPerson[] = PEOPLE.map(({ key, name, pages }) => ({
  key,
  id: numberId(`facebook:${key}`, 17),
  name,
  pages: ALL_LISTINGS.filter((listing) => pages.some((page) => page === listing.key)),
}))

/** Finds a person by key or id. */
export function findFacebookPerson(name: string): FacebookPerson | null {
  return FACEBOOK_PEOPLE.find(({ key, id }) => key === name || id === name) ?? null
}
