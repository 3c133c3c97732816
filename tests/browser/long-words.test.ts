import { expect } from 'vitest'
import { signUp } from './support/sign-up.ts'
import { addSmallListing } from './support/small-listing.ts'
import { test as base } from './support/test.ts'

/** Without a place where a line may break. */
const WORD = 'Donaudampfschifffahrt'.repeat(20).slice(0, 200)
const WIDTHS = [320, 390, 768, 1024, 1440, 2560]

/** An account whose names and reviews are single words of 200 characters. */
const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const owner = await newPerson()
  await signUp(owner.page, 'wren-words@example.test')
  await addSmallListing(owner.page)
  const database = await product.server.database()
  await database.batch([
    database.prepare('UPDATE businesses SET name = ?1, description = ?1, industry = ?1').bind(WORD),
    database.prepare('UPDATE reviews SET author_name = ?1, review_text = ?1').bind(WORD),
    database.prepare('UPDATE profiles SET full_name = ?1').bind(WORD),
    database.prepare('UPDATE notifications SET message = ?1').bind(WORD),
  ])
  const business = await database.prepare('SELECT id FROM businesses').first<{ id: string }>()
  return { ...owner, businessId: business?.id ?? '' }
})

const SCREENS = [
  '/app/reviews',
  '/app/reviews?search=Donau',
  '/app/businesses/new',
  '/app/businesses/edit?id=ID',
  '/app/businesses/ID/sources',
  '/app/businesses/ID/import',
  '/app/businesses/ID/connect',
  '/app/profile',
  '/app/security',
  '/app/help',
  '/app/nothing-here',
  '/pricing',
  '/help',
  '/support',
  '/privacy',
  '/terms',
  '/nothing-here',
]

test.for(SCREENS)('%s never scrolls sideways, whatever it is called', async (path, { owner }) => {
  const { page, businessId } = owner
  await page.goto(path.replace('ID', businessId))
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  if (path.includes('search=')) await page.locator('mark').first().waitFor()
  const tooWide: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    if (widest > width) tooWide.push(`${widest} px at ${width}`)
  }
  expect(tooWide).toEqual([])
})

test.for(['/login', '/signup', '/reset-password', '/reset-password?token=gone'])(
  '%s never scrolls sideways',
  async (path, { newPerson }) => {
    const { page } = await newPerson()
    await page.goto(path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  },
)
