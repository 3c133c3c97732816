import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { startUpstream } from '#tests/upstream/server.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { Env } from '#worker/env.ts'
import { PUBLIC_SOURCES } from '#worker/sources/index.ts'

/** The body of a full page of Google's list: 20 reviews, as every page but the first has them. */
export async function listingPage(settings: Record<string, string>): Promise<string> {
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
    const fetchPage = async (cursor: string | null) =>
      (await outbound('review-source', source.request({ id, url }, cursor, {}), { timeoutMs: 5_000 })).body
    const body = await fetchPage(source.parse(await fetchPage(null)).nextCursor)
    const { length } = source.parse(body).reviews
    if (length !== 20) throw new Error(`The page holds ${length} reviews, not 20.`)
    return body
  } finally {
    await upstream.close()
  }
}
