import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { CALLBACK, clientAddress } from '#tests/upstream/assistant.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { hydrated, open } from './support/settled.ts'
import { PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const CLIENT = clientAddress('client.json')

test('an assistant sends its user here, is allowed, reads reviews, and is disconnected', async ({
  newPerson,
  product,
}) => {
  const { origin } = product
  const { page, context, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [{ business, authorName: 'Nora Finch', text: 'Lovely staff.', rating: 5 }])
  await context.clearCookies()
  await context.route(`${CALLBACK}?**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<link rel="icon" href="data:,"><h1>Back at Aster</h1>',
    }),
  )
  const verifier = randomBytes(32).toString('base64url')
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${origin}/mcp`,
    state: 'aster',
  })

  await page.goto(`/oauth/authorize?${request}`)
  await hydrated(page)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Connect this assistant?' }).waitFor()
  await hydrated(page)
  await page.getByText('Assistant Aster').waitFor()
  await page.getByText('assistant.example.com').waitFor()
  await expectAccessible(page, [390, 1440])

  await page.getByRole('link', { name: 'Don’t allow' }).click()
  await page.getByRole('heading', { name: 'Back at Aster' }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    error: 'access_denied',
    state: 'aster',
    iss: origin,
  })
  // Long after signing in, it asks for the password once more.
  await db.prepare('UPDATE sessions SET authenticated_at = 1 WHERE user_id = ?').bind(owner.userId).run()
  await open(page, `/oauth/authorize?${request}`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Back at Aster' }).waitFor()
  const code = new URL(page.url()).searchParams.get('code') ?? ''

  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      client_id: CLIENT,
      redirect_uri: CALLBACK,
      resource: `${origin}/mcp`,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const findReviews = () =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_reviews' } }),
    })
  expect(await (await findReviews()).text()).toContain('Lovely staff.')

  await open(page, '/app/security')
  await page.getByText('Assistant Aster').waitFor()
  await page.getByRole('button', { name: 'Disconnect Assistant Aster' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Assistant Aster is disconnected.').waitFor()
  expect((await findReviews()).status).toBe(401)
  // The browser reports the call that was refused until the password was entered.
  expect(complaints.filter((text) => !text.includes('status of 403'))).toEqual([])
  expect(product.faults).toEqual([])
})
