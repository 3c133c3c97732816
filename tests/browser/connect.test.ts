import { expect } from 'vitest'
import { beginConnecting, connectGoogle, POLL, repliesAt, untilLive } from './support/google-connection.ts'
import { lackingIn } from './support/html.ts'
import { hydrated, open } from './support/settled.ts'
import { test } from './support/test.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

test('an owner connects Google, chooses the place, and answers a review there', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await beginConnecting(page, product)
  const address = page.url()

  const cancelled = 'You cancelled the request at Google. Nothing was changed.'
  expect(await lackingIn(page, `${address}?provider=google&problem=denied`, [cancelled])).toEqual([])
  await connectGoogle(page)

  // The reviews from the public page are matched and get the ids that replies need.
  const db = await product.server.database()
  await expect
    .poll(async () => {
      const rows = await db
        .prepare('SELECT source FROM reviews WHERE organization_id = ?')
        .bind(owner.organizationId)
        .all<{ source: string }>()
      return rows.results.map(({ source }) => source)
    }, POLL)
    .toEqual(Array(3).fill('google-business-profile'))

  await open(page, '/app/reviews')
  const first = page.getByRole('article')
  await first.getByText('Posts publicly on Google. Everyone can read it.').waitFor()
  await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
  await first.getByRole('button', { name: 'Post on Google' }).click()
  await first.getByText('Waiting for Google').waitFor()
  await expect.poll(() => repliesAt(product), POLL).toContain(REPLY)
  await untilLive(page, product, owner)

  // Deleting the reply here deletes it at Google.
  await first.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => repliesAt(product), POLL).not.toContain(REPLY)

  await page.goto(address)
  await page.getByText('wren.alder@example.test').first().waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Disconnect wren.alder@example.test' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Accounts you can connect').waitFor()
  const left = db.prepare('SELECT id FROM connections WHERE organization_id = ?').bind(owner.organizationId)
  expect((await left.all()).results).toEqual([])
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})
