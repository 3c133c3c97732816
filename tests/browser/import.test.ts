import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { forwarded, GOOGLE_MAIL, googleText, received } from '#tests/unit/worker/imports/mails.ts'
import { newOwner } from './support/owner.ts'
import type { Product } from './support/product.ts'
import { open } from './support/settled.ts'
import { type NewPerson, test } from './support/test.ts'

const ROWS = 1_200
/** Every 100th row has no stars. */
const BROKEN = ROWS / 100
/** Quota left by earlier files, and the number of rows beyond it. */
const ROOM = 800
const EXCESS = ROWS - BROKEN - ROOM

/** An owner with one business. */
async function newShopOwner(newPerson: NewPerson, product: Product) {
  const person = await newPerson()
  const owner = await newOwner(person.page, product)
  const database = await product.server.database()
  const business = await createBusiness(database, owner)
  return { ...person, owner, business, database }
}

async function csvFile(): Promise<string> {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const stars = index % 100 === 99 ? 'none' : ['5', '4.0', '3/5', 'TWO', '★'][index % 5]
    return `Author ${index},${stars},0${1 + (index % 9)}/0${1 + (index % 7)}/2025,"Visit ${index}, said ""well"".\nSecond line."`
  })
  const path = join(tmpdir(), `reviews-${process.pid}.csv`)
  await writeFile(path, `Reviewer Name,Stars,Review Date,Comment\r\n${lines.join('\r\n')}\r\n`)
  return path
}

/** UTC days of the rows that can be imported, newest first. */
const GOOD_DAYS = Array.from({ length: ROWS }, (_, index) => index)
  .filter((index) => index % 100 !== 99)
  .map((index) => `2025-0${1 + (index % 7)}-0${1 + (index % 9)}`)
  .sort()
  .reverse()

test('an owner imports a file with broken lines, loses the connection, imports it again, and stops', async ({
  newPerson,
  product,
}) => {
  const { page, complaints, owner, business, database } = await newShopOwner(newPerson, product)
  const path = await csvFile()
  const choose = async () => {
    await page.getByLabel('File with reviews').setInputFiles(path)
    await page.getByRole('radio', { name: /Day first/ }).check()
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('1,188 rows can be imported').waitFor()
  }
  await database
    .prepare('INSERT INTO business_imports (business_id, organization_id, reviews_stored) VALUES (?, ?, ?)')
    .bind(business.id, owner.organizationId, 200_000 - ROOM)
    .run()
  await open(page, `/app/businesses/${business.id}/import`)
  await page.getByText(`Room for ${ROOM} reviews.`).waitFor()
  await choose()
  const cutOff = new Date(`${GOOD_DAYS[ROOM - 1]}T12:00:00Z`)
  const since = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(cutOff)
  await page
    .getByText(`1,188 reviews in this file, ${ROOM} fit your AI Insights plan: the newest, since ${since}`)
    .waitFor()
  // Each record takes two lines, so the hundredth begins on line 200.
  await page.getByText(`${BROKEN} problems`).waitFor()
  await page.getByText('Line 200', { exact: true }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('import-problems.csv')

  // The response to the second chunk is lost: the chunk is sent again and not stored twice.
  let sent = 0
  await page.route('**/trpc/imports.importRows', async (route) => {
    sent += 1
    if (sent !== 2) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: `Import the newest ${ROOM} reviews` }).click()
  await page.getByText(`${ROOM} reviews are stored`).waitFor()
  expect(sent).toBeGreaterThan(2)
  await page.getByText(`${ROOM} added, ${EXCESS} didn’t fit, ${BROKEN} skipped`).waitFor()
  await page.unroute('**/trpc/imports.importRows')
  const seen = page.getByRole('link', { name: 'See the new reviews' })
  expect(await seen.getAttribute('href')).toMatch(/&seenFrom=\d{4}-\d\d-\d\d&seenTo=\d{4}-\d\d-\d\d$/)

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose()
  await page.getByText('your AI Insights plan has no room for them').waitFor()
  await page.getByRole('button', { name: 'Update existing reviews' }).click()
  await page.getByText('Nothing new was stored').waitFor()
  await page.getByText(`0 added, ${ROOM} already here, ${EXCESS} didn’t fit, ${BROKEN} skipped`).waitFor()
  expect(await page.getByRole('link', { name: 'See the reviews' }).getAttribute('href')).toContain(
    business.id,
  )

  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose()
  let answers = 0
  await page.route('**/trpc/imports.importRows', async (route) => {
    answers += 1
    // The second request is never answered.
    if (answers < 2) await route.continue()
  })
  await page.getByRole('button', { name: 'Update existing reviews' }).click()
  await expect.poll(() => answers, { interval: 20 }).toBe(2)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('You stopped the import').waitFor()
  const stopped = database
    .prepare("SELECT count(*) AS count FROM scrape_runs WHERE business_id = ? AND status = 'cancelled'")
    .bind(business.id)
  await expect.poll(() => stopped.first('count'), { interval: 20 }).toBe(1)

  const stored = await database
    .prepare(
      "SELECT date(review_date / 1000, 'unixepoch') AS day, platform_review_id AS id FROM reviews WHERE business_id = ? ORDER BY day DESC",
    )
    .bind(business.id)
    .all<{ day: string; id: string }>()
  expect(stored.results.map(({ day }) => day)).toEqual(GOOD_DAYS.slice(0, ROOM))
  expect(new Set(stored.results.map(({ id }) => id)).size).toBe(ROOM)
  // The browser logs the response that was cut off.
  expect(complaints.filter((text) => !text.includes('ERR_CONNECTION_RESET'))).toEqual([])
})

test('an owner pastes a review and forwards a mail', async ({ newPerson, product }) => {
  const { page, complaints, owner, business } = await newShopOwner(newPerson, product)
  await open(page, `/app/businesses/${business.id}/import`)
  await page.getByRole('button', { name: 'Add a review by hand' }).click()
  const text = page.getByLabel('Review text')
  await text.focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData(
      'text/plain',
      'Ana Reis\nLocal Guide · 23 reviews\n4 stars\n2 weeks ago\nWarm bread.\nLike\nShare',
    )
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  expect(await text.inputValue()).toBe('Warm bread.')
  expect(await page.getByLabel('Author').inputValue()).toBe('Ana Reis')
  expect(await page.getByLabel('Stars').inputValue()).toBe('4')
  expect(await page.getByLabel('Date').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
  await page.getByText('About: the page says ‘2 weeks ago’.').waitFor()
  await page.getByRole('button', { name: 'Add review', exact: true }).click()
  await page.getByText('Review added.').waitFor()

  await page.getByRole('button', { name: 'Create an address' }).click()
  await page.getByRole('button', { name: 'Create a new address' }).waitFor()
  const address = (await page.locator('code').textContent()) ?? ''
  // The local runtime's replacement for Email Routing.
  const query = new URLSearchParams({ from: 'nora@example.test', to: address })
  async function mail(body: string) {
    const answer = await fetch(`${product.origin}/cdn-cgi/local/email?${query}`, { method: 'POST', body })
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  }
  const verdict = 'dmarc=pass header.from=example.test'
  // Mails from an address outside the organization wait.
  for (const author of ['Kim Vale', 'Ole Berg']) {
    const letter = {
      ...GOOGLE_MAIL,
      subject: `${author} left a review for Corner Shop`,
      text: googleText({ author, lines: [`Words of ${author}.`] }),
    }
    await mail(received(forwarded(letter), verdict))
  }
  await page.reload()
  const waiting = page.getByRole('region', { name: 'Waiting for your decision' })
  expect(await waiting.getByText('From nora@example.test').count()).toBe(2)
  await page.getByRole('button', { name: 'Add the review of Kim Vale' }).click()
  await page.getByText('Review added.').first().waitFor()
  await page.getByRole('button', { name: 'Discard the review of Ole Berg' }).click()
  await waiting.waitFor({ state: 'detached' })
  const { json } = await owner.ask('GET', '/reviews')
  const texts = (json as { items: { review: string }[] }).items.map(({ review }) => review)
  expect(texts.toSorted()).toEqual(['Warm bread.', 'Words of Kim Vale.'])
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})
