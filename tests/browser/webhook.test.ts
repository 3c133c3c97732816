import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { lackingIn } from './support/html.ts'
import { newOwner } from './support/owner.ts'
import { hydrated, open } from './support/settled.ts'
import { test } from './support/test.ts'

test('an endpoint that fails its challenge is tried again; one that fails is shown, fixed and sent the message again', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const { control } = product.upstream
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner)
  const own = 'WHERE organization_id = ?'
  const [mute, broken, took] = ['mute', 'broken', 'take'].map((name) => `/${name}/${owner.userId}`)
  await open(page, '/app/security')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  await dialog.getByLabel('Address').fill(`https://${RECEIVER_HOST}${mute}`)
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await dialog.getByText('It answered, but not with the challenge that we sent.').waitFor()
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByText('Not proven', { exact: true }).waitFor()
  await page.getByText('It answered, but not with the challenge that we sent.').waitFor()
  // The endpoint now answers the challenge.
  await db
    .prepare(`UPDATE webhook_endpoints SET url = ? ${own}`)
    .bind(`https://${RECEIVER_HOST}${broken}`, owner.organizationId)
    .run()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('It answered. It gets messages from now on.').waitFor()
  await page.getByText('Not proven', { exact: true }).waitFor({ state: 'detached' })

  const messagesAt = async (path = '') =>
    (await control.webhooks())
      .filter((message) => message.path === path)
      .filter(({ body }) => !body.includes('webhook.challenge'))
  const reviews = [{ platform: 'google', authorName: 'Ana Reis', rating: 2, reviewText: 'Cold bread.' }]
  const pushed = await owner.ask('POST', '/reviews', { businessId: business.id, reviews })
  expect(pushed).toMatchObject({ status: 201 })
  const tried = async () => {
    await product.server.tick()
    return (await messagesAt(broken)).length
  }
  await expect.poll(tried, { interval: 20 }).toBe(1)
  // The next attempt would follow by itself after five seconds.
  const attempts = db
    .prepare(`SELECT attempts FROM webhook_deliveries ${own} AND due_at IS NOT NULL`)
    .bind(owner.organizationId)
  await expect.poll(() => attempts.first('attempts'), { interval: 20 }).toBe(1)
  await db.batch(
    ['webhook_deliveries', 'webhook_endpoints'].map((table) =>
      db.prepare(`UPDATE ${table} SET due_at = 0 ${own} AND due_at IS NOT NULL`).bind(owner.organizationId),
    ),
  )
  await expect.poll(tried, { interval: 20 }).toBe(2)

  await page.reload()
  await page.getByText('Failing', { exact: true }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByText('2 tries · answered 500').waitFor()
  await dialog.getByText('It broke.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await dialog.getByLabel('Address').fill(`https://${RECEIVER_HOST}${took}`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(took ?? '').waitFor()
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByRole('button', { name: /^Send .+ again$/ }).click()
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await dialog.getByText('one try · answered 200').waitFor()

  const messages = [...(await messagesAt(broken)), ...(await messagesAt(took))]
  expect(messages).toHaveLength(3)
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const told = messages.map(({ body, headers }) => new Webhook(secret).verify(body, headers))
  expect(new Set(told.map((message) => JSON.stringify(message))).size).toBe(1)
  const { type, data } = told[0] as { type: string; data: { reviewId: string; rating: number } }
  expect([type, data.rating]).toEqual(['review.created', 2])
  expect(await owner.ask('GET', `/reviews/${data.reviewId}`)).toMatchObject({
    status: 200,
    json: { review: 'Cold bread.' },
  })

  await db
    .prepare(`UPDATE webhook_endpoints SET hour_began_at = ?, hour_sent = 600, due_at = ? ${own}`)
    .bind(Date.now(), Date.now() + 3_600_000, owner.organizationId)
    .run()
  expect(await lackingIn(page, '/app/security', ['messages for this hour. The others wait'])).toEqual([])
  expect(complaints).toEqual([])
})
