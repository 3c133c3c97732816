import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Person } from './support/person.ts'
import { test as base } from './support/test.ts'

/** With somebody whose console stays clean, as does the worker's log. */
const test = base.extend('visitor', ({ newPerson }) => newPerson({ viewport: { width: 1280, height: 900 } }))

test.afterEach(({ visitor, product }) => {
  expect(visitor.complaints).toEqual([])
  expect(product.faults).toEqual([])
})

/** What was refused on purpose: the browser logs each such status. */
function expectRefusals({ complaints }: Person, status: number) {
  const others = complaints.filter((text) => !text.includes(`status of ${status}`))
  expect(others.length).toBeLessThan(complaints.length)
  complaints.splice(0, Number.POSITIVE_INFINITY, ...others)
}

/** Fills the stand-in's page with somebody who is not on its list. */
async function agreeAs(page: Page, email: string, name: string) {
  await page.getByLabel('Another account').check()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function cookieNames({ page, context }: Person): Promise<string[]> {
  return (await context.cookies(new URL('/', page.url()).href)).map(({ name }) => name).sort()
}

describe.each([
  ['Google', 'accounts.google.com'],
  ['GitHub', 'github.com'],
  ['Apple', 'appleid.apple.com'],
])('%s', (name, host) => {
  const email = `iris-${name.toLowerCase()}@example.test`

  test('takes a new person from the sign-up to the screen they wanted, and back again later', async ({
    visitor,
    product,
  }) => {
    const { page } = visitor
    await page.goto('/signup?redirectTo=/app/reviews')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.waitForURL(`${product.upstream.origin}/${host}/**`)
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL('/app/reviews')
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()

    // The session is a Strict cookie, that of the attempt is gone, and the code is in no step of the history.
    expect(await cookieNames(visitor)).toContain('session')
    expect(await cookieNames(visitor)).not.toContain('oauth')
    await page.goBack()
    expect(page.url()).not.toContain('/callback')
    await page.goto('/app')
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()

    await page.getByRole('button', { name: new RegExp(email) }).click()
    await page.getByRole('menuitem', { name: /log ?out/i }).click()
    await page.waitForURL('/')
    await page.goto('/login')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL('/app')
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()
  })

  test('brings back who cancels, who can start again', async ({ visitor }) => {
    const { page } = visitor
    await page.goto('/login?redirectTo=/app/businesses')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(`You cancelled the sign-in at ${name}. Nothing was changed.`).waitFor()
    expect(await cookieNames(visitor)).not.toContain('session')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL('/app/businesses')
  })

  test('signs nobody in whose address it has not confirmed', async ({ visitor }) => {
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/login')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.getByLabel('Odile Bright').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText(`${name} has not confirmed your e-mail address`).waitFor()
    expect(await cookieNames(visitor)).not.toContain('session')
    await page.screenshot({ path: `.test-output/login-${name.toLowerCase()}-390.png` })
  })
})

test('a second provider is connected under Security, and the last way in stays', async ({ visitor }) => {
  const email = 'iris-connects@example.test'
  const { page } = visitor
  await page.goto('/login?redirectTo=/app')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.waitForURL('/app')

  await page.goto('/app/security')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await agreeAs(page, 'iris-at-work@example.test', 'Iris at work')
  await page.waitForURL('/app/security?linked=github')
  await page.getByText('GitHub signs in to this account from now on.').waitFor()
  await page.getByText('iris-at-work@example.test, since').waitFor()
  await page.screenshot({ path: '.test-output/connections-1280.png', fullPage: true })

  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByText('Google is disconnected.').waitFor()
  await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByText('GitHub is your only way to sign in. Set a password first.').waitFor()
  expectRefusals(visitor, 409)

  // A refusal at the provider comes back here, too.
  await page.getByRole('button', { name: 'Connect Apple' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the sign-in at Apple. Nothing was changed.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/security')
})

test('who has no password confirms through the provider, and then does what they wanted', async ({
  visitor,
  product,
}) => {
  const email = 'iris-confirms@example.test'
  const { page } = visitor
  await page.goto('/login?redirectTo=/app/security')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.waitForURL('/app/security')
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
  await agreeAs(page, 'somebody-else@example.test', 'Somebody Else')
  await page.getByText('That Google account isn’t the one connected to your account.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).click()
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.getByText('Google confirmed that it’s you.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByText('Scan this with the app.').waitFor()
  expectRefusals(visitor, 403)
})

test('the way back works in the browser that began it, and nowhere else', async ({
  visitor,
  newPerson,
  product,
}) => {
  const { page, context } = visitor
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with GitHub' }).click()
  await page.waitForURL(`${product.upstream.origin}/**`)
  // What the provider answers, before a browser follows it.
  const answer = await context.request.post(page.url(), {
    form: { decision: 'allow', account: 'wren' },
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
  await agreeAs(page, 'iris-plain@example.test', 'Iris Holm')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('/app')
})
