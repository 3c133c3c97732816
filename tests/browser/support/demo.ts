import type { D1Database } from '@cloudflare/workers-types'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as v from 'valibot'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedAccount } from '#scripts/local/seed.ts'
import { createAccount } from '#tests/factories.ts'
import { Settings } from '#worker/env.ts'
import type { Product } from './product.ts'
import { newShop } from './review-rows.ts'
import { enter } from './sign-up.ts'
import { test as base } from './test.ts'

/**
 * Person who opens a screen: signed out, the owner of a new account, of a small shop on AI Insights, or the demo account
 * on a plan.
 */
export type Visitor = 'nobody' | SignedIn
type SignedIn = 'new' | 'small' | 'free' | 'pro' | 'ai_insights'

/** Ids that screens' URLs contain. */
export interface Objects {
  businessId: string
  reviewId: string
}

/** A phone or tablet; which one depends on the page's size. */
const TOUCH: BrowserContextOptions = { hasTouch: true, isMobile: true }

/** A worker's demo accounts, by visitor: their addresses. */
type Accounts = Map<Visitor, Promise<string>>

/** Number of demo accounts that the worker's test files have made so far. */
let made = 0

const withDevice = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('device', { scope: 'file' }, ({}): BrowserContextOptions => ({}))
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('accounts', { scope: 'file' }, ({}): Accounts => new Map())

/**
 * A test with the file's own demo accounts: `emailOf` returns a visitor's address, creating the account on first use,
 * and `visit` returns a page with that visitor signed in, shared by the file's tests.
 */
export const test = withDevice
  .extend('emailOf', { scope: 'file' }, ({ product, accounts }) => {
    return (visitor: SignedIn): Promise<string> => {
      const known = accounts.get(visitor)
      if (known) return known
      made += 1
      const email = makeAccount(product, visitor, `${visitor}-${made}@demo.test`)
      accounts.set(visitor, email)
      return email
    }
  })
  .extend('visit', { scope: 'file' }, async ({ product, newPerson, device, emailOf }) => {
    const opened = new Map<Visitor, Promise<Visit>>()
    async function openPage(visitor: Visitor): Promise<Visit> {
      const { page } = await newPerson({ ...device, reducedMotion: 'reduce', colorScheme: 'light' })
      if (visitor === 'nobody') return { page, objects: { businessId: 'none', reviewId: 'none' } }
      const email = await emailOf(visitor)
      await enter(page, email, DEMO_PASSWORD)
      const database = await product.server.database()
      if (visitor === 'pro') await makeOperator(database, email)
      return { page, objects: await objectsOf(database, email) }
    }
    return (visitor: Visitor): Promise<Visit> => {
      const visit = opened.get(visitor) ?? openPage(visitor)
      opened.set(visitor, visit)
      return visit
    }
  })

/**
 * Like `test`, on a touch device. A separate test, because `test.override` in a file would change the device of every
 * later file in the same worker.
 */
export const touchTest = test.extend(
  'device',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ({}): BrowserContextOptions => TOUCH,
)

const UNCHANGED: Accounts = new Map()

/** Like `test`, for tests that change nothing: such files of a worker share their accounts. */
export const lookingTest = test.extend(
  'accounts',
  { scope: 'file' },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ({}): Accounts => UNCHANGED,
)

interface Visit {
  page: Page
  objects: Objects
}

async function makeAccount(product: Product, visitor: SignedIn, email: string): Promise<string> {
  const { server, settings } = product
  const database = await server.database()
  const demo = DEMO_ACCOUNTS.find(({ plan }) => plan === visitor)
  if (demo) await seedAccount(database, settings, { ...demo, email })
  else {
    const password = { text: DEMO_PASSWORD, settings: v.parse(Settings, settings) }
    const plan = visitor === 'small' ? 'ai_insights' : 'free'
    const account = await createAccount(database, { email, fullName: 'Wren Alder', password, plan })
    if (visitor === 'small') await newShop(product, account)
  }
  if (visitor === 'pro' || visitor === 'small') await addColleague(database, email)
  return email
}

async function makeOperator(database: D1Database, email: string): Promise<void> {
  await database
    .prepare('UPDATE instance SET operator_id = (SELECT id FROM users WHERE email = ?)')
    .bind(email)
    .run()
}

async function addColleague(database: D1Database, ownerEmail: string): Promise<void> {
  const colleague = await createAccount(database, {
    email: `colleague-of-${ownerEmail}`,
    fullName: 'Ada Quill',
  })
  await database
    .prepare(
      `INSERT INTO organization_users (organization_id, user_id, role, is_active, joined_at, created_at)
      SELECT organization_id, ?, 'member', 1, joined_at, joined_at
      FROM organization_users JOIN users ON users.id = user_id WHERE users.email = ?`,
    )
    .bind(colleague.userId, ownerEmail)
    .run()
}

/** The account's first business, and one of its reviews that needs a reply. */
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
