import { expect } from 'vitest'
import { hostileTexts, newOwner } from './support/extreme-accounts.ts'
import { faultsAtWidths } from './support/page-faults.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) =>
  newOwner(newPerson, await product.server.database(), {
    email: 'wren-hostile@example.test',
    plan: 'ai_insights',
    fill: hostileTexts,
  }),
)

// extremes.volume.test.ts covers all screens, accounts and widths.
test.for(['/app', '/app/reviews', '/app/reviews/REVIEW', '/app/businesses', '/app/security'])(
  '%s with hostile names and reviews fits a small phone and a desktop',
  async (path, { owner: { page, complaints, reviewId } }) => {
    await open(page, path.replace('REVIEW', reviewId))
    expect(await faultsAtWidths(page, [320, 1440])).toEqual([])
    expect(complaints).toEqual([])
  },
)
