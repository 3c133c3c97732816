import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { volume } from '#tests/volume.ts'
import { countClicks } from './support/count-clicks.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { fillSignUp, leadsTo, newEmail, signOut } from './support/sign-up.ts'
import { test } from './support/test.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

const DEVICES = [
  ['a phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ['a desktop', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
] as const

test.for(DEVICES.slice(0, volume(1, DEVICES.length)))(
  'an owner on %s signs up, gets reviews by a pasted link and two clicks, answers one and signs out',
  async ([, device], { newPerson, product }) => {
    const { page, complaints } = await newPerson(device)
    const { width } = device.viewport
    const fits = async () => expect(await scrollWidth(page)).toBe(width)
    const email = newEmail()
    await page.goto('/signup')
    await fillSignUp(page, email)
    await page.waitForURL('/app')
    await fits()
    const clicks = await countClicks(page)
    await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
    await page.getByRole('button', { name: 'Find my business' }).click()
    await page.getByRole('heading', { name: LISTINGS.small.name }).waitFor()
    await page.getByText('Newest review, by').waitFor()
    await fits()
    await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
    await page.getByText('3 reviews need an answer').waitFor()
    expect(clicks()).toBe(2)
    await fits()
    await page.getByText('Your reviews are on their way').waitFor({ state: 'hidden' })

    const code = '**/reply-area*.js'
    const asked = page.waitForRequest(code)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(code, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/app/reviews')
    const rows = reviewRows(page)
    await expect.poll(() => rows.count()).toBe(3)
    // On a phone the review replaces the list.
    if (width < 1_024) await rows.first().getByRole('link').click()
    // A reply typed before the code that saves replies has loaded is not lost.
    await asked
    await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
    await page.keyboard.press('Control+Enter')
    release()
    await page.getByRole('article').getByText(REPLY).waitFor()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    // The answer counts on the Dashboard.
    await open(page, '/app')
    await page.getByText('2 reviews need an answer').waitFor()
    await signOut(page, email)
    expect(await leadsTo(page, '/app/reviews')).toBe('/login?redirectTo=%2Fapp%2Freviews')
    expect(complaints).toEqual([])
    expect(product.faults).toEqual([])
  },
)

test('the reviews screen works without scripts', async ({ newPerson, product }) => {
  const { page: plain } = await newPerson({ javaScriptEnabled: false })
  await newShop(product, await newOwner(plain, product, { plan: 'free' }))
  await plain.goto('/app/reviews?rating=1')
  await plain
    .getByText(/No review matches|Clear/)
    .first()
    .waitFor()
  await plain.goto('/app/reviews?status=pending')
  expect(await reviewRows(plain).count()).toBe(3)
  await reviewRows(plain).first().getByRole('link').click()
  await plain.waitForURL(/\/app\/reviews\/\d+/)
  expect(await plain.locator('article noscript').textContent()).toContain('Saving a reply needs JavaScript')
})
