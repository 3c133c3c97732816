import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { replyTemplates } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createAccount, createBusiness, eraseBusiness, storeReviews } from '#tests/factories.ts'
import { insertRows } from '#tests/insert-rows.ts'
import { MAX_TEMPLATES } from '#worker/rules/templates.ts'

test('templates can be created, changed and deleted, for one business or for all', async () => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  const api = apiFor(account)
  const thanks = await api.templates.create({ name: 'Thanks', text: 'Thank you, {first_name}!' })
  const sorry = await api.templates.create({
    name: 'sorry',
    text: 'Sorry, {author}.',
    businessId: business.id,
  })
  expect(thanks.businessId).toBeNull()
  expect(await api.screens.templates()).toEqual({
    templates: [sorry, thanks],
    businesses: [{ id: business.id, name: 'Harbor Books' }],
    mayEdit: true,
  })
  const changed = await api.templates.update({ ...thanks, text: 'Thanks from {business}.' })
  expect(changed).toEqual({ ...thanks, text: 'Thanks from {business}.' })
  await api.templates.remove({ id: thanks.id })
  expect((await api.templates.list()).items).toEqual([sorry])
  await expect(api.templates.remove({ id: thanks.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(api.templates.update(thanks)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a template is deleted with its business', async () => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account)
  const api = apiFor(account)
  await api.templates.create({ name: 'Thanks', text: 'Thank you!', businessId: business.id })
  await eraseBusiness(env.DB, business)
  expect((await api.templates.list()).items).toEqual([])
})

test("a template for another organization's business is refused", async () => {
  const foreign = await createBusiness(env.DB, await createAccount(env.DB))
  const api = apiFor(await createAccount(env.DB))
  const given = { name: 'Thanks', text: 'Thank you!' }
  await expect(api.templates.create({ ...given, businessId: foreign.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const own = await api.templates.create(given)
  await expect(api.templates.update({ ...own, businessId: foreign.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an unknown variable is refused with the list of known ones', async () => {
  const api = apiFor(await createAccount(env.DB))
  await expect(api.templates.create({ name: 'Thanks', text: 'Hello {name}' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: {
      issues: [
        {
          message: 'There is no {name}. Use {author}, {first_name}, {business}, {rating} or {platform}.',
        },
      ],
    },
  })
})

test('templates beyond the limit of an organization are refused', async () => {
  const account = await createAccount(env.DB)
  const { organizationId } = account
  const row = { organizationId, name: 'n', text: 't', createdAt: 0, updatedAt: 0 }
  const rows = Array.from({ length: MAX_TEMPLATES }, () => ({ ...row, id: crypto.randomUUID() }))
  await insertRows(databaseOf(env), replyTemplates, rows)
  await expect(apiFor(account).templates.create({ name: 'One more', text: 'x' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('one call replies to each review once with a template, and counts those it skips', async () => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  const other = await createBusiness(env.DB, account, { name: 'Second' })
  const stranger = await createBusiness(env.DB, await createAccount(env.DB))
  await storeReviews(env.DB, [
    { business, authorName: 'Ana Pohl', rating: 5, platform: 'yelp' },
    { business, authorName: 'Ben', rating: 4.5, platform: 'yelp' },
    { business, authorName: 'Cleo', rating: 5, ownerResponse: { text: 'Thanks', date: null } },
    { business: other, authorName: 'Dora', rating: 5 },
    { business: stranger, authorName: 'Eve', rating: 5 },
  ])
  const { results } = await env.DB.prepare(
    'SELECT CAST(id AS TEXT) AS id, author_name AS name FROM reviews',
  ).all<{
    id: string
    name: string
  }>()
  const idOf = (name: string) => results.findLast((row) => row.name === name)?.id ?? ''
  const api = apiFor(account)
  const { id: templateId } = await api.templates.create({
    name: 'Thanks',
    text: 'Thank you, {first_name}, for {rating} stars on {platform}! {business}',
    businessId: business.id,
  })
  const input = { templateId, reviewIds: ['Ana Pohl', 'Ben', 'Cleo', 'Dora', 'Eve'].map(idOf) }
  const answer = await api.templates.reply(input)
  expect(answer).toEqual({ replied: 2, answered: 1, unsuitable: 1, refused: 0, missing: 1 })
  const { response } = await api.reviews.get({ id: idOf('Ana Pohl') })
  expect(response?.text).toBe('Thank you, Ana, for 5 stars on Yelp! Harbor Books')
  expect((await api.reviews.get({ id: idOf('Ben') })).response?.text).toContain('4.5 stars')
  expect(await api.templates.reply(input)).toMatchObject({ replied: 0, answered: 3 })
  const suggesting = apiFor(account, { role: 'member', suggestsOnly: true })
  await expect(suggesting.templates.reply(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
