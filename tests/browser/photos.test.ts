import { expect } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('reviews with photos can be found and show them, and photos that are gone leave their number', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  const address = (name: string) => `https://lh3.googleusercontent.com/grass-cs/${name}=s300`
  const photo = (name: string) => ({ thumbnailUrl: address(name), url: address(name), isVideo: false })
  const video = {
    thumbnailUrl: address('clip'),
    url: 'https://lh3.googleusercontent.com/v/clip=m18',
    isVideo: true,
  }
  await storeReviews(db, [
    { business, authorName: 'Ana Pohl', text: 'No picture.' },
    {
      business,
      authorName: 'Ben Ruiz',
      text: 'See the shelf.',
      photos: [photo('shelf'), photo('gone'), video],
    },
    { business, authorName: 'Cleo Sand', text: 'It was here.', photos: [photo('gone')] },
  ])
  await db
    .prepare('UPDATE reviews SET reply_url = ? WHERE business_id = ?')
    .bind('https://business.google.com/reviews/1', business.id)
    .run()
  await page.route('**/lh3.googleusercontent.com/grass-cs/gone*', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'gone' }),
  )
  const rows = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')

  await open(page, '/app/reviews?rating=5')
  await page.getByText(/^Filters/).click()
  await page.getByText('More filters', { exact: true }).click()
  await page.getByLabel('Photos').selectOption('With photos')
  await expect.poll(() => rows.count()).toBe(2)
  await rows.getByText('3 photos').waitFor()
  await rows.getByText('1 photo', { exact: true }).waitFor()

  await rows.getByText('Ben Ruiz').click()
  const photos = page.getByRole('list', { name: 'Photos' })
  await expect.poll(() => photos.getByRole('img').count()).toBe(2)
  const shown = photos.getByRole('link').filter({ has: page.getByAltText('Photo 1 of 3 from this review') })
  await expect
    .poll(() => shown.getByRole('img').evaluate((picture) => (picture as HTMLImageElement).naturalWidth))
    .toBe(300)
  const local = `${product.upstream.origin}/lh3.googleusercontent.com`
  expect(await shown.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(
    `${local}/grass-cs/shelf=s300`,
  )
  expect(await shown.getAttribute('rel')).toBe('noopener noreferrer')
  await photos.getByAltText('Video 3 of 3 from this review').waitFor()
  await expectAccessible(page)
  const [tab] = await Promise.all([page.waitForEvent('popup'), photos.getByRole('link').last().click()])
  await tab.waitForURL(`${local}/v/clip=m18`)
  expect(await tab.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
  await tab.close()

  const answering = page.getByRole('link', { name: 'Open on Google' })
  expect(await answering.getAttribute('href')).toMatch(/^\/app\/reviews\/open\?review=\d+$/)

  // A photo that is gone leaves only its number.
  await rows.getByText('Cleo Sand').click()
  await page.getByRole('heading', { name: 'Cleo Sand' }).waitFor()
  await page.locator('.review-photos').waitFor({ state: 'detached' })
  await page.locator('.review-meta').getByText('1 photo').waitFor()

  // Offline only the number is shown; online the photos are back.
  await page.context().setOffline(true)
  await rows.getByText('Ben Ruiz').click()
  await page.locator('.review-meta').getByText('3 photos').waitFor()
  await page.locator('.review-photos').waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await photos.getByAltText('Photo 1 of 3 from this review').waitFor()
})
