import { expect } from 'vitest'
import { storeManyReviews } from '#tests/many-reviews.ts'
import { emptyBusiness, hostileTexts, newOwner, type Owner, oneReview } from './support/extreme-accounts.ts'
import { faultsAtWidths } from './support/page-faults.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

const WIDTHS = [320, 390, 768, 1024, 1440, 2560]
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
  '/app/ai-insights/actions',
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

/** Every screen with texts it was not designed for, and the lists with every number of reviews. */
const SCREENS = [
  ['no business', LISTS],
  ['no review', LISTS],
  ['one review', [...LISTS, '/app/reviews/REVIEW']],
  ['50 hostile reviews', [...LISTS, ...ABOUT_ONE, ...OTHERS]],
  ['100,000 reviews', [...LISTS, '/app/reviews/REVIEW']],
] as const

/** Searches for a word of the hostile texts and for one of the many reviews. */
const SEARCHES = [
  ['one review', '/app/reviews?search=Donau+Rind'],
  ['one review', '/app/reviews/REVIEW?search=Donau+Rind'],
  ['50 hostile reviews', '/app/reviews?search=Donau+Rind'],
  ['100,000 reviews', '/app/reviews?search=Visit'],
] as const

/** The browser's own log entry for a page that isn't found. */
const NOT_FOUND = /status of 404/

test.for(SCREENS.flatMap(([account, paths]) => paths.map((path) => [account, path] as const)))(
  'with %s %s fits every width',
  async ([account, path], { owners }) => {
    const { page, complaints, businessId, reviewId } = owners[account]
    await open(page, path.replace('BUSINESS', businessId).replace('REVIEW', reviewId))
    expect(await faultsAtWidths(page, WIDTHS)).toEqual([])
    expect(complaints.splice(0).filter((complaint) => !NOT_FOUND.test(complaint))).toEqual([])
  },
)

test.for(SEARCHES)(
  'with %s %s fits every width with its hits highlighted',
  async ([account, path], { owners }) => {
    const { page, reviewId } = owners[account]
    await open(page, path.replace('REVIEW', reviewId))
    expect(await page.locator('li mark').count()).toBeGreaterThan(0)
    expect(await page.locator('article mark').count()).toBeGreaterThan(0)
    expect(await faultsAtWidths(page, WIDTHS)).toEqual([])
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

visitorTest.for(OPEN)('%s fits every width without pictures and fonts', async (path, { visitor }) => {
  const { page } = visitor
  await open(page, path)
  expect(await faultsAtWidths(page, WIDTHS)).toEqual([])
})
