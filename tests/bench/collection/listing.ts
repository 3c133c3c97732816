import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { startUpstream } from '#tests/upstream/server.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { Env } from '#worker/env.ts'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'

export const LISTED_REVIEWS = 4_000

/** Google's list of a place with 4,000 reviews: the bodies of all pages, in order. */
export async function listingBodies(settings: Record<string, string>): Promise<string[]> {
  const upstream = await startUpstream()
  try {
    const { outbound } = backgroundContext({
      ...settings,
      UPSTREAM_ORIGIN: upstream.origin,
    } as unknown as Env)
    const source = PUBLIC_SOURCES.google
    const url = googleUrl(LISTINGS.large)
    const id = source.locate(new URL(url))?.id
    if (!id) throw new Error(`${url} names no place.`)
    const bodies: string[] = []
    let listed = 0
    let cursor: string | null = null
    do {
      const request = source.request({ id, url }, cursor, {})
      const { body } = await outbound('review-source', request, { timeoutMs: 5_000 })
      const page = source.parse(body, cursor)
      bodies.push(body)
      listed += page.reviews.length
      cursor = page.nextCursor
    } while (cursor !== null)
    if (listed !== LISTED_REVIEWS) throw new Error(`The list holds ${listed} reviews, not ${LISTED_REVIEWS}.`)
    return bodies
  } finally {
    await upstream.close()
  }
}
