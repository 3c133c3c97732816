import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { newOwner, type Owner } from './owner.ts'
import type { Product } from './product.ts'
import { open } from './settled.ts'
import { send } from './sign-up.ts'

/** A new account with the collected listing. Opens its businesses. Pro may collect more than once an hour. */
export async function newListingOwner(page: Page, product: Product, plan = 'pro'): Promise<Owner> {
  const owner = await newOwner(page, product, { plan })
  const db = await product.server.database()
  const { name } = LISTINGS.small
  await send(page, 'businesses.create', { name, googleBusinessUrl: googleUrl(LISTINGS.small) })
  const ownBusiness = db
    .prepare('SELECT id FROM businesses WHERE organization_id = ?')
    .bind(owner.organizationId)
  await send(page, 'collection.start', { businessId: await ownBusiness.first('id'), options: {} })
  const stored = db
    .prepare("SELECT count(*) AS count FROM scrape_runs WHERE organization_id = ? AND status = 'succeeded'")
    .bind(owner.organizationId)
  await expect.poll(() => stored.first('count'), { interval: 20 }).toBe(1)
  await open(page, '/app/businesses')
  return owner
}
