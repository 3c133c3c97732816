import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeManyReviews } from '#tests/many-reviews.ts'
import { emptyBusiness, hostileTexts, newOwner, type Owner, oneReview } from './support/extreme-accounts.ts'
import { fingerFaults, layoutFaults } from './support/page-faults.ts'
import { test as base } from './support/test.ts'

const WIDTHS = [320, 390, 768, 1024, 1440, 2560]
const PHONE = 390

async function faultsAtEveryWidth(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    faults.push(...(await layoutFaults(page)))
    if (width === PHONE) faults.push(...(await fingerFaults(page)))
  }
  return faults
}

const test = base.extend('owners', { scope: 'file' }, async ({ newPerson, product }) => {
  const database = await product.server.database()
  const owner = (name: string, plan: string, fill?: Parameters<typeof newOwner>[2]['fill']) =>
    newOwner(newPerson, database, { email: `wren-${name}@example.test`, plan, fill })
  return {
    'no business': await owner('new', 'free'),
    'no review': await owner('none', 'free', emptyBusiness),
    'one review': await owner('one', 'pro', oneReview),
    '50 hostile reviews': await owner('fifty', 'ai_insights', hostileTexts),
    '100,000 reviews': await owner('masses', 'ai_insights', storeManyReviews),
  } satisfies Record<string, Owner>
})

const LISTS = [
  '/app',
  '/app/analytics',
  '/app/ai-insights',
  '/app/reviews',
  '/app/reviews?search=Visit',
  '/app/reviews/templates',
  '/app/businesses',
]
const ABOUT_ONE = [
  '/app/reviews/REVIEW',
  '/app/businesses/edit?id=BUSINESS',
  '/app/businesses/BUSINESS/sources',
  '/app/businesses/BUSINESS/import',
  '/app/businesses/BUSINESS/connect',
]
const OTHERS = [
  '/app/businesses/new',
  '/app/businesses/connect',
  '/app/ai-insights/competitors',
  '/app/ai-insights/reports',
  '/app/credits',
  '/app/data-management',
  '/app/help',
  '/app/notifications',
  '/app/profile',
  '/app/security',
  '/app/team',
  '/app/team/activity',
  '/app/billing',
  '/checkout?plan=pro',
  '/payment/success',
  '/app/nothing-here',
]

/** Every screen with the texts it was not drawn for; the lists with every number of reviews. */
const SCREENS = [
  ['no business', LISTS],
  ['no review', LISTS],
  ['one review', [...LISTS, '/app/reviews/REVIEW']],
  ['50 hostile reviews', [...LISTS, ...ABOUT_ONE, ...OTHERS]],
  ['100,000 reviews', [...LISTS, '/app/reviews/REVIEW']],
] as const

/** What a word of the hostile texts finds, and one of the many reviews. */
const SEARCHES = [
  ['one review', '/app/reviews?search=Donau+Rind'],
  ['one review', '/app/reviews/REVIEW?search=Donau+Rind'],
  ['50 hostile reviews', '/app/reviews?search=Donau+Rind'],
  ['100,000 reviews', '/app/reviews?search=Visit'],
] as const

/** What the browser itself reports of an answer that says 'not found'. */
const NOT_FOUND = /status of 404/

test.for(SCREENS.flatMap(([account, paths]) => paths.map((path) => [account, path] as const)))(
  'with %s %s fits every width',
  async ([account, path], { owners }) => {
    const { page, complaints, businessId, reviewId } = owners[account]
    await page.goto(path.replace('BUSINESS', businessId).replace('REVIEW', reviewId))
    // What is loaded once the page has come has come as well.
    await page.waitForLoadState('networkidle')
    expect(await faultsAtEveryWidth(page)).toEqual([])
    expect(complaints.splice(0).filter((complaint) => !NOT_FOUND.test(complaint))).toEqual([])
  },
)

test.for(SEARCHES)(
  'with %s %s fits every width with its hits marked',
  async ([account, path], { owners }) => {
    const { page, reviewId } = owners[account]
    await page.goto(path.replace('REVIEW', reviewId))
    await page.waitForLoadState('networkidle')
    expect(await page.locator('li mark').count()).toBeGreaterThan(0)
    expect(await page.locator('article mark').count()).toBeGreaterThan(0)
    expect(await faultsAtEveryWidth(page)).toEqual([])
  },
)

const TOKEN = 'x'.repeat(43)
const OPEN = [
  '/',
  '/pricing',
  '/help',
  '/support',
  '/privacy',
  '/terms',
  '/login',
  '/signup',
  '/reset-password',
  `/reset-password?token=${TOKEN}`,
  `/verify?token=${TOKEN}`,
  `/recipients/confirm?token=${TOKEN}`,
  `/unsubscribe?token=${TOKEN}`,
  `/invitations/${TOKEN}`,
  `/reports/${TOKEN}`,
  '/nothing-here',
]

const visitorTest = base.extend('visitor', { scope: 'file' }, async ({ newPerson }) => {
  const visitor = await newPerson()
  await visitor.context.route(/\.(webp|png|svg|jpg|woff2)(\?|$)/, (route) => route.abort())
  return visitor
})

visitorTest.for(OPEN)(
  '%s fits every width, also where no picture and no font comes',
  async (path, { visitor }) => {
    const { page } = visitor
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await faultsAtEveryWidth(page)).toEqual([])
  },
)
