import { expect } from 'vitest'
import { createPipeline } from '#tests/edge/collection/support/pipeline.ts'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { signedIn } from '#tests/edge/support/web.ts'
import type { Business } from '#tests/factories.ts'
import { LISTINGS } from '#tests/upstream/listings.ts'
import type { ConnectionProvider } from '#worker/rules/connections.ts'
import type { Stage } from './flow.ts'

/** A test of accounts and places that are linked, at a simulator that one file has to itself. */
export function linkingTest(stage: Stage) {
  return (
    base
      // Nobody has touched it before the test, and no fault of the test outlives it.
      // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
      .extend('untouchedUpstream', { auto: true }, async ({}, { onCleanup }) => {
        await stage.upstream.reset()
        onCleanup(() => stage.upstream.clearFaults())
      })
      // Facebook's recommendations end in January 2027; until then they are collected here, whatever the day of the test.
      .extend('pipeline', () =>
        createPipeline({ env: stage.env, now: Math.min(Date.now(), Date.UTC(2027, 0, 1)) }),
      )
      .extend('placeOf', ({ pipeline }) => async (connectionId: string, name: string): Promise<string> => {
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await pipeline.api().connections.locations({ connectionId, ...(cursor && { cursor }) })
          expect(page.problem).toBeNull()
          const found = page.items.find((item) => item.name === name)
          if (found) return found.id
          cursor = page.nextCursor
        }
        throw new Error(`${name} is not listed`)
      })
      /** Connects a person's account and links one of its places, in the listing's name. */
      .extend(
        'linked',
        ({ pipeline, placeOf }) =>
          async (
            business: Business,
            listing: keyof typeof LISTINGS,
            { person = 'wren', provider = 'google' as ConnectionProvider } = {},
          ): Promise<{ connectionId: string; placeId: string }> => {
            const session = await signedIn(pipeline.account)
            const { connectionId } = await stage.connect({ business, session }, person, provider)
            const placeId = await placeOf(connectionId, LISTINGS[listing].name)
            await pipeline.api().connections.link({ connectionId, businessId: business.id, placeId })
            return { connectionId, placeId }
          },
      )
  )
}

export function sourceOf(business: Business, platform = 'google') {
  return rows('SELECT * FROM business_sources WHERE business_id = ? AND platform = ?', business.id, platform)
}
