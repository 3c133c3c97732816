import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { tellOfEnd } from '#worker/alerts/tell-of-end.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const TODAY = Date.UTC(2026, 10, 27, 10)
const LAST_DAY = Date.UTC(2027, 0, 21)

/** A business with a connected Facebook page and a Yelp listing. */
async function connected(account: Account, name: string) {
  const business = await createBusiness(env.DB, account, { name })
  const row = `INSERT INTO business_sources (business_id, organization_id, platform, source, listing_url)
    VALUES (?, ?, ?, ?, 'https://www.facebook.com/harbor')`
  for (const [platform, source] of [
    ['facebook', 'facebook'],
    ['yelp', 'yelp-public'],
  ])
    await env.DB.prepare(row).bind(business.id, account.organizationId, platform, source).run()
  return business
}

const test = base.extend('told', async () => {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const harbor = await connected(account, 'Harbor Books')
  const at = (now: number) => tellOfEnd({ ...contextFor(account), now: () => now })
  const news = async () =>
    (await apiFor(account).notifications.list()).items.map(({ message, link }) => ({ message, link }))
  return { account, harbor, at, news, mails: () => mailsTo(account.email) }
})

test('the owner of a connected page is notified once, in the app and by email', async ({ told }) => {
  const { harbor, at, news, mails } = told
  await Promise.all([at(TODAY), at(TODAY), at(TODAY)])
  await at(TODAY + DAY_MS)
  const link = `/app/businesses/${harbor.id}/import`
  expect(await news()).toEqual([
    {
      message:
        'Harbor Books: On January 21, 2027, Facebook stops giving reviews to apps. What is here stays. Add new ones by e-mail, from a file or by pasting them.',
      link,
    },
  ])
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Facebook stops giving us your reviews on January 21, 2027')
  for (const part of [
    'Harbor Books',
    'stays here',
    `${link}#by-mail`,
    `${link}#from-a-file`,
    `${link}#by-hand`,
  ])
    expect(mail?.text).toContain(part)
})

test('owners are notified 60, 30 and 7 days before and on the last day, once each', async ({ told }) => {
  const { at, news, mails } = told
  for (const days of [61, 60, 59, 30, 29, 7, 6, 1, 0, -1, -20]) await at(LAST_DAY - days * DAY_MS)
  expect(await mails()).toHaveLength(4)
  expect((await mails()).map(({ subject }) => subject)).toContain(
    'Facebook has stopped giving us your reviews',
  )
  const messages = (await news()).map(({ message }) => message)
  expect(messages.filter((message) => message.includes('Facebook stops giving'))).toHaveLength(3)
  expect(messages.filter((message) => message.includes('Facebook stopped giving'))).toHaveLength(1)
})

test('a tick after weeks of downtime sends only the latest notice', async ({ told }) => {
  await told.at(LAST_DAY - 5 * DAY_MS)
  expect(await told.mails()).toHaveLength(1)
})

test('reconnecting a page sends no notice, connecting another one does', async ({ told }) => {
  const { account, at, news, mails } = told
  await at(TODAY)
  await env.DB.prepare('UPDATE business_sources SET end_notice = 100 WHERE organization_id = ?')
    .bind(account.organizationId)
    .run()
  await at(TODAY)
  expect(await mails()).toHaveLength(1)
  await connected(account, 'Corner')
  await at(TODAY)
  const sent = await mails()
  expect(sent.map(({ text }) => text.includes('Corner')).toSorted()).toEqual([false, true])
  expect(await news()).toHaveLength(2)
})

test('the page of a deleted business is no news until it is brought back', async ({ told }) => {
  const { account, harbor, at, news, mails } = told
  await apiFor(account).businesses.remove({ id: harbor.id })
  await at(TODAY)
  expect(await mails()).toEqual([])
  await apiFor(account).businesses.bringBack({ id: harbor.id })
  await at(TODAY + DAY_MS)
  expect(await mails()).toHaveLength(1)
  expect(await news()).toHaveLength(1)
})

test('several locations share one email with a link for each; accounts without a page get none', async ({
  told,
}) => {
  const { account, at, news, mails } = told
  const corner = await connected(account, 'Corner')
  const other = await createAccount(env.DB, { plan: 'pro' })
  await createBusiness(env.DB, other)
  await at(TODAY)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.text).toContain('Add reviews of Corner')
  expect(mail?.text).toContain(`/app/businesses/${corner.id}/import`)
  expect(await news()).toHaveLength(2)
  expect(await mailsTo(other.email)).toEqual([])
})
