import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

test('an endpoint that was added is told of a new review, signed, and again when its owner wants that', {
  timeout: 180_000,
}, async ({ newPerson, product }) => {
  const { page, complaints } = await newPerson()
  // CI repeats a failing test once, on the same store and receiver.
  const attempt = crypto.randomUUID().slice(0, 8)
  const address = `https://receiver.example.com/take/${attempt}`
  const owner = await newOwner(page, product, `olive-${attempt}@example.test`)
  const business = await createBusiness(await product.server.database(), owner, { name: 'Harbor Books' })

  await page.goto('/app/security')
  await page.getByRole('button', { name: 'New endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill(address)
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  const secret = await dialog.getByText(/^whsec_/).textContent()
  await dialog.getByRole('button', { name: 'I have it' }).click()
  await page.getByText(address).waitFor()

  const pushed = await owner.ask('POST', '/reviews', {
    businessId: business.id,
    reviews: [
      {
        platform: 'google',
        authorName: 'Ana Reis',
        rating: 2,
        reviewText: 'Cold bread.',
        reviewDate: new Date().toISOString().slice(0, 10),
      },
    ],
  })
  expect(pushed).toMatchObject({ status: 201, json: { stored: 1 } })
  await product.server.tick()

  const arrived = async () => {
    const messages = await product.upstream.control.webhooks()
    return messages.filter(({ path }) => path === `/take/${attempt}`)
  }
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBe(1)
  const [message] = await arrived()
  const told = new Webhook(secret ?? '').verify(message?.body ?? '', message?.headers ?? {}) as {
    type: string
    data: { reviewId: string }
  }
  expect(told.type).toBe('review.created')
  expect(await owner.ask('GET', `/reviews/${told.data.reviewId}`)).toMatchObject({
    status: 200,
    json: { review: { review: 'Cold bread.' } },
  })

  await page.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await dialog.getByText('one try · answered 200').waitFor()
  await dialog.getByRole('button', { name: /^Send .+ again$/ }).click()
  await expect.poll(async () => (await arrived()).length, { timeout: 60_000 }).toBe(2)
  const [first, second] = await arrived()
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  new Webhook(secret ?? '').verify(second?.body ?? '', second?.headers ?? {})
  expect(complaints).toEqual([])
})
