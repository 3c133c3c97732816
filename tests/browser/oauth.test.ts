import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from './support/person.ts'
import { hydrated } from './support/settled.ts'
import { newEmail, signOut } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

/** Visitor whose console must stay clean, like the worker's log. */
const test = base.extend('visitor', ({ newPerson }) => newPerson({ viewport: { width: 1280, height: 900 } }))

test.afterEach(({ visitor, product }) => {
  expect(visitor.complaints).toEqual([])
  expect(product.faults).toEqual([])
})

/** Removes deliberate refusals from the complaints: the browser logs each such status. */
function expectRefusals({ complaints }: Person, status: number) {
  const others = complaints.filter((text) => !text.includes(`status of ${status}`))
  expect(others.length).toBeLessThan(complaints.length)
  complaints.splice(0, Number.POSITIVE_INFINITY, ...others)
}

/** Fills in the stand-in's page with an account that is not on its list. */
async function agreeAs(page: Page, email: string, name = 'Iris Holm') {
  await page.getByLabel('Another account').check()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** Signs in with Google and opens the Security screen. */
async function openSecurity(page: Page, email: string) {
  await page.goto('/login?redirectTo=/app/security')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email)
  await page.waitForURL('/app/security')
  await hydrated(page)
}

async function cookieNames({ page, context }: Person): Promise<string[]> {
  return (await context.cookies(new URL('/', page.url()).href)).map(({ name }) => name).sort()
}

// Each provider takes one path here; tests/edge/oauth/sign-in.test.ts covers all paths of each.

test('Google takes a new user from the sign-up to the screen they wanted, and signs them in later', async ({
  visitor,
  product,
}) => {
  const email = newEmail('iris')
  const { page } = visitor
  await page.goto('/signup?redirectTo=/app/reviews')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.waitForURL(`${product.upstream.origin}/accounts.google.com/**`)
  await agreeAs(page, email)
  await page.waitForURL('/app/reviews')
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor()

  // The session is set, the cookie of the attempt is gone, and the history contains no code.
  expect(await cookieNames(visitor)).toContain('session')
  expect(await cookieNames(visitor)).not.toContain('oauth')
  await page.goBack()
  expect(page.url()).not.toContain('/callback')
  await page.goto('/app')
  await signOut(page, email)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email)
  await page.waitForURL('/app')
  await page.getByRole('button', { name: `Account of ${email}` }).waitFor()
})

test('cancelling at Apple returns to the sign-in, which can be started again', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login?redirectTo=/app/businesses')
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the sign-in at Apple. Nothing was changed.').waitFor()
  expect(await cookieNames(visitor)).not.toContain('session')
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await agreeAs(page, newEmail('iris'))
  await page.waitForURL('/app/businesses')
})

test('a GitHub user with an unconfirmed address is not signed in', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with GitHub' }).click()
  await page.getByLabel('Odile Bright').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('GitHub has not confirmed your e-mail address').waitFor()
  expect(await cookieNames(visitor)).not.toContain('session')
})

test('a second provider is connected under Security, and the last way to sign in stays', async ({
  visitor,
}) => {
  const atWork = newEmail('iris-at-work')
  const { page } = visitor
  await openSecurity(page, newEmail('iris'))
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
  expectRefusals(visitor, 409)

  // A refusal at the provider returns here, too.
  await page.getByRole('button', { name: 'Connect Apple' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the sign-in at Apple. Nothing was changed.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/security')
})

test('a user without a password confirms through the provider, then sets up an app', async ({
  visitor,
  product,
}) => {
  const email = newEmail('iris')
  const { page } = visitor
  await openSecurity(page, email)
  const d1 = await product.server.database()
  await d1
    .prepare(
      'UPDATE sessions SET authenticated_at = 1 WHERE user_id = (SELECT id FROM users WHERE email = ?)',
    )
    .bind(email)
    .run()

  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  expect(await question.getByLabel('Password', { exact: true }).count()).toBe(0)
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, newEmail('somebody-else'), 'Somebody Else')
  await page.getByText('That Google account isn’t the one connected to your account.').waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, email)
  await page.getByText('Google confirmed that it’s you.').waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByText('Scan this with the app.').waitFor()
  expectRefusals(visitor, 403)
})

test('the callback works only in the browser that began the sign-in', async ({
  visitor,
  newPerson,
  product,
}) => {
  const { page, context } = visitor
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with GitHub' }).click()
  await page.waitForURL(`${product.upstream.origin}/**`)
  // The provider's response, before a browser follows it.
  const answer = await context.request.post(page.url(), {
    form: {
      decision: 'allow',
      account: 'other',
      email: newEmail('iris'),
      name: 'Iris Holm',
      verified: 'yes',
    },
    maxRedirects: 0,
  })
  const callback = answer.headers().location ?? ''
  const { page: thief, context: other } = await newPerson()
  await thief.goto(callback)
  await thief.getByText('This sign-in has expired or was already used.').waitFor()
  expect((await other.cookies(product.origin)).map(({ name }) => name)).not.toContain('session')
  await page.goto(callback)
  await page.waitForURL('/app')
})

test('a token in the fragment is erased and signs nobody in', async ({ visitor, product }) => {
  const { page } = visitor
  await page.goto('/login#access_token=canary&token_type=bearer')
  await expect.poll(() => page.url()).toBe(`${product.origin}/login`)
  expect(await page.evaluate(() => window.history.length)).toBe(2)
  expect(await cookieNames(visitor)).not.toContain('session')
})

test('signing in with a provider works without scripts', async ({ newPerson }) => {
  const { page } = await newPerson({ javaScriptEnabled: false })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await agreeAs(page, newEmail('iris'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('/app')
})
