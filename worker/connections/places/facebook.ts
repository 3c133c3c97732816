import type { BackgroundContext } from '../../context.ts'
import { CONNECTION_PROVIDER_NAMES } from '../../rules/connections.ts'
import { facebook } from '../../sources/facebook/facebook.ts'
import { pagesRequest, parsePages } from '../../sources/facebook/pages.ts'
import { askPlatform, type TokenGiver } from '../ask-platform.ts'
import type { ConnectedPlace, Places } from './places.ts'

/** More than any account needs. */
const MAX_PAGES = 20

/** The Facebook pages of an account. */
export const facebookPlaces: Places = {
  page,
  async find(ctx, tokenOf, placeId) {
    let cursor: string | null = null
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const { places, nextCursor } = await page(ctx, tokenOf, cursor)
      const found = places.find(({ view }) => view.id === placeId)
      if (found) return found
      if (nextCursor === null) return null
      cursor = nextCursor
    }
    return null
  },
}

async function page(
  ctx: BackgroundContext,
  tokenOf: TokenGiver,
  cursor: string | null,
): Promise<{ places: ConnectedPlace[]; nextCursor: string | null }> {
  const { pages, nextCursor } = await askPlatform(
    ctx,
    CONNECTION_PROVIDER_NAMES.facebook,
    tokenOf,
    (token) => pagesRequest(token, cursor),
    (answer) => {
      const refused = facebook.refusal(answer)
      if (refused) throw refused
      return parsePages(answer.body)
    },
  )
  const places = pages.map(({ id, name, url, accessToken }) => ({
    view: { id, name, address: null, url, googlePlaceId: null },
    accessToken,
  }))
  return { places, nextCursor }
}
