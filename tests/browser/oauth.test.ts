import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from './support/person.ts'
import { hydrated } from './support/settled.ts'
import { newEmail } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

/** Visitor whose console must stay clean, like the worker's log. */
const test = base.extend('visitor', ({ newPerson }) => newPerson({ viewport: { width: 1280, height: 900 } }))

test.afterEach(({ visitor, product }) => {
  expect(visitor.complaints).toEqual([])
  expect(product.faults).toEqual([])
})

/** Removes deliberate refusals from the complaints: the browser logs each such status. */
function expectRefusals({ complaints }: Person, statuses: readonly number[]) {
  for (const status of statuses) {
    const index = complaints.findIndex((text) => text.includes(`status of ${status}`))
    expect(complaints.splice(index, 1)).toEqual([expect.stringContaining(`status of ${status}`)])
  }
}

/** Fills in the stand-in's page with an account that is not on its list. */
async function agreeAs(page: Page, email: string, name = 'Iris Holm') {
  await page.getByLabel('Another account').check()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function cookieNames({ page, context }: Person): Promise<string[]> {
  return (await context.cookies(new URL('/', page.url()).href)).map(({ name }) => name).sort()
}

// Each provider takes one path here; tests/edge/oauth covers all paths of each.

test('a user signs up with Google, confirms through it what needs a password, and connects GitHub', async ({
  visitor,
  product,
}) => {
  const [email, atWork] = [newEmail('iris'), newEmail('iris-at-work')]
  const { page } = visitor
  await page.goto('/signup?redirectTo=/app/security')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.waitForURL(`${product.upstream.origin}/accounts.google.com/**`)
  await agreeAs(page, email)
  await page.waitForURL('/app/security')
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor()
  // The session is set, and the cookie of the attempt is gone.
  expect(await cookieNames(visitor)).toContain('session')
  expect(await cookieNames(visitor)).not.toContain('oauth')

  const d1 = await product.server.database()
  await d1
    .prepare(
      'UPDATE sessions SET authenticated_at = 1 WHERE user_id = (SELECT id FROM users WHERE email = ?)',
    )
    .bind(email)
    .run()
  await hydrated(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  expect(await question.getByLabel('Password', { exact: true }).count()).toBe(0)
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, email)
  await page.getByText('Google confirmed that it’s you.').waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByText('Scan this with the app.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await agreeAs(page, atWork, 'Iris at work')
  await page.waitForURL('/app/security?linked=github')
  await page.getByText('GitHub signs in to this account from now on.').waitFor()
  await page.getByText(`${atWork}, since`).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByText('Google is disconnected.').waitFor()
  await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByText('GitHub is your only way to sign in. Set a password first.').waitFor()
  expectRefusals(visitor, [403, 409])
  // The history contains no code.
  await page.goBack()
  expect(page.url()).not.toContain('/callback')
})

test('a token in the fragment is erased, and a sign-in cancelled at Apple can be started again', async ({
  visitor,
  product,
}) => {
  const { page } = visitor
  const login = '/login?redirectTo=%2Fapp%2Fbusinesses'
  await page.goto(`${login}#access_token=canary&token_type=bearer`)
  await expect.poll(() => page.url()).toBe(product.origin + login)
  expect(await page.evaluate(() => window.history.length)).toBe(2)
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the sign-in at Apple. Nothing was changed.').waitFor()
  expect(await cookieNames(visitor)).not.toContain('session')
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await agreeAs(page, newEmail('iris'))
  await page.waitForURL('/app/businesses')
})

test('signing in with a provider works without scripts', async ({ newPerson }) => {
  const { page } = await newPerson({ javaScriptEnabled: false })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await agreeAs(page, newEmail('iris'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('/app')
})
