import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished } from 'vitest'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { newOwner } from './support/owner.ts'
import { hydrated, open } from './support/settled.ts'
import { newListingOwner } from './support/small-listing.ts'
import { test } from './support/test.ts'

test('an endpoint is sent a collected review; a failing one is shown, fixed and sent it again', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const { control } = product.upstream
  const owner = await newListingOwner(page, product, 'ai_insights')
  const broken = `/broken/${owner.userId}`
  const took = `/take/${owner.userId}`
  await open(page, '/app/security')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await dialog.getByLabel('Address').fill(`https://${RECEIVER_HOST}${broken}`)
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

  const received = async (path: string) =>
    (await control.webhooks()).filter((message) => message.path === path)
  const small = { platform: 'google', id: 'small' } as const
  const { reviewId } = await control.add(small, { rating: 2, text: 'Cold bread.' })
  // Other files expect the original listing.
  onTestFinished(async () => {
    await control.remove(small, reviewId)
  })
  await open(page, '/app/businesses')
  await page.getByRole('button', { name: `Collect now: ${LISTINGS.small.name}` }).click()
  const tried = async () => {
    await product.server.tick()
    return (await received(broken)).length
  }
  await expect.poll(tried, { interval: 20 }).toBe(1)
  // The next attempt follows by itself after five seconds.
  const db = await product.server.database()
  const own = 'WHERE organization_id = ? AND due_at IS NOT NULL'
  await expect
    .poll(
      () =>
        db
          .prepare(`SELECT attempts FROM webhook_deliveries ${own}`)
          .bind(owner.organizationId)
          .first('attempts'),
      { interval: 20 },
    )
    .toBe(1)
  await db.batch(
    ['webhook_deliveries', 'webhook_endpoints'].map((table) =>
      db.prepare(`UPDATE ${table} SET due_at = 0 ${own}`).bind(owner.organizationId),
    ),
  )
  await expect.poll(tried, { interval: 20 }).toBe(2)

  await open(page, '/app/security')
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByText('2 tries · answered 500').waitFor()
  await dialog.getByText('It broke.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.getByText('Failing', { exact: true }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Address').fill(`https://${RECEIVER_HOST}${took}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(took).waitFor()
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByRole('button', { name: /^Send .+ again$/ }).click()
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await dialog.getByText('one try · answered 200').waitFor()
  await dialog.getByRole('button', { name: /^Send .+ again$/ }).click()

  await expect.poll(async () => (await received(took)).length).toBe(2)
  const messages = [...(await received(broken)), ...(await received(took))]
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const told = messages.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
  expect(new Set(told.map((message) => JSON.stringify(message))).size).toBe(1)
  const { type, data } = told[0] as { type: string; data: { reviewId: string; rating: number } }
  expect([type, data.rating]).toEqual(['review.created', 2])
  expect(await owner.ask('GET', `/reviews/${data.reviewId}`)).toMatchObject({
    status: 200,
    json: { review: 'Cold bread.' },
  })
  expect(complaints).toEqual([])
})

test('an endpoint that fails its challenge shows why and can be tried again', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product)
  await open(page, '/app/security')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await dialog.getByLabel('Address').fill(`https://${RECEIVER_HOST}/mute/${owner.userId}`)
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await dialog.getByText('It answered, but not with the challenge that we sent.').waitFor()
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText('Not proven', { exact: true }).waitFor()
  await page.getByText('It answered, but not with the challenge that we sent.').waitFor()
  // The endpoint now answers the challenge.
  const db = await product.server.database()
  await db
    .prepare('UPDATE webhook_endpoints SET url = ? WHERE organization_id = ?')
    .bind(`https://${RECEIVER_HOST}/take/${owner.userId}`, owner.organizationId)
    .run()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('It answered. It gets messages from now on.').waitFor()
  await page.getByText('Not proven', { exact: true }).waitFor({ state: 'detached' })
  await db
    .prepare(
      'UPDATE webhook_endpoints SET hour_began_at = ?, hour_sent = 600, due_at = ? WHERE organization_id = ?',
    )
    .bind(Date.now(), Date.now() + 3_600_000, owner.organizationId)
    .run()
  await page.reload()
  await page.getByText('It got its 600 messages for this hour.').waitFor()
  expect(complaints).toEqual([])
})
