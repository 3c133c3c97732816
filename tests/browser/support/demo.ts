import type { D1Database } from '@cloudflare/workers-types'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as v from 'valibot'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from '#scripts/local/seed.ts'
import { createAccount } from '#tests/factories.ts'
import { Settings } from '#worker/env.ts'
import type { Product } from './product.ts'
import { test as base } from './test.ts'

/** Who opens a screen: somebody signed out, the owner of a new account, or the demo account on a plan. */
export type Visitor = 'nobody' | 'new' | 'free' | 'pro' | 'ai_insights'

/** What addresses name. */
export interface Objects {
  businessId: string
  reviewId: string
}

const NEW_EMAIL = 'wren-new@example.test'
const COLLEAGUE = { email: 'ada-colleague@example.test', fullName: 'Ada Quill' }

/** A phone or tablet, by the size its page is given; files with tests for fingers say `test.override({ device: TOUCH })`. */
export const TOUCH: BrowserContextOptions = { hasTouch: true, isMobile: true }

// biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
const withDevice = base.extend('device', { scope: 'file' }, ({}): BrowserContextOptions => ({}))

/** With the demo data, a colleague in the Pro account, and a page for each visitor, which the tests of a file share. */
export const test = withDevice.extend('visit', { scope: 'file' }, async ({ product, newPerson, device }) => {
  const database = await seeded(product)
  const opened = new Map<Visitor, Promise<{ page: Page; objects: Objects }>>()
  async function open(visitor: Visitor) {
    const { page } = await newPerson({
      ...device,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      // With it the network is never idle; what it does is tested elsewhere.
      serviceWorkers: 'block',
    })
    if (visitor === 'nobody') return { page, objects: { businessId: 'none', reviewId: 'none' } }
    const email = emailOf(visitor)
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/app')
    return { page, objects: await objectsOf(database, email) }
  }
  return (visitor: Visitor) => {
    const known = opened.get(visitor) ?? open(visitor)
    opened.set(visitor, known)
    return known
  }
})

async function seeded({ server, settings }: Product): Promise<D1Database> {
  const database = await server.database()
  await seedDemo(database, settings)
  const password = { text: DEMO_PASSWORD, settings: v.parse(Settings, settings) }
  await createAccount(database, { email: NEW_EMAIL, fullName: 'Wren Alder', password })
  const colleague = await createAccount(database, COLLEAGUE)
  await database
    .prepare(
      `INSERT INTO organization_users (organization_id, user_id, role, is_active, joined_at, created_at)
      SELECT organization_id, ?, 'member', 1, joined_at, joined_at
      FROM organization_users JOIN users ON users.id = user_id WHERE users.email = ?`,
    )
    .bind(colleague.userId, emailOf('pro'))
    .run()
  return database
}

function emailOf(visitor: Visitor): string {
  return DEMO_ACCOUNTS.find(({ plan }) => plan === visitor)?.email ?? NEW_EMAIL
}

/** The account's first business, and a review of it that needs an answer. */
async function objectsOf(database: D1Database, email: string): Promise<Objects> {
  const found = await database
    .prepare(
      `SELECT b.id AS businessId, (SELECT max(id) FROM reviews WHERE business_id = b.id AND responded = 0) AS reviewId
      FROM businesses AS b JOIN users AS u ON u.id = b.user_id WHERE u.email = ? ORDER BY b.created_at LIMIT 1`,
    )
    .bind(email)
    .first<Objects>()
  return { businessId: String(found?.businessId), reviewId: String(found?.reviewId) }
}
