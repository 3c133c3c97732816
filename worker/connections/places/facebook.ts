import { pagesRequest, parsePages } from '../../sources/facebook/pages.ts'
import type { Ask, Places } from './places.ts'

/** More than any account needs. */
const MAX_PAGES = 20

/** The Facebook pages of an account. */
export const facebookPlaces: Places = {
  page,
  async find(ask, placeId) {
    let cursor: string | null = null
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const { places, nextCursor } = await page(ask, cursor)
      const found = places.find(({ view }) => view.id === placeId)
      if (found) return found
      if (nextCursor === null) return null
      cursor = nextCursor
    }
    return null
  },
}

async function page(ask: Ask, cursor: string | null) {
  const { pages, nextCursor } = await ask((token) => pagesRequest(token, cursor), parsePages)
  const places = pages.map(({ id, name, url, accessToken }) => ({
    view: { id, name, address: null, url, googlePlaceId: null },
    accessToken,
  }))
  return { places, nextCursor }
}
