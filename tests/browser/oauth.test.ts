import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { type Product, startProduct } from './support/product.ts'

let product: Product
let browser: Browser
let context: BrowserContext
let complaints: string[]
let networks = 0

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

afterEach(async () => {
  await context.close()
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})

/** A browser that was never here before, in a network of its own: limits count by it. */
function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  networks += 1
  return browser.newContext({
    ...options,
    extraHTTPHeaders: { 'cf-connecting-ip': `192.0.2.${networks}` },
  })
}

/** A page whose console is collected. */
async function openPage(size = { width: 1280, height: 900 }): Promise<Page> {
  context = await newContext({ viewport: size })
  complaints = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return page
}

/** Fills the stand-in's page with somebody who is not on its list. */
async function agreeAs(page: Page, email: string, name: string) {
  await page.getByLabel('Another account').check()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Allow' }).click()
}

async function cookieNames(): Promise<string[]> {
  return (await context.cookies(product.origin)).map(({ name }) => name).sort()
}

describe.each([
  ['Google', 'accounts.google.com'],
  ['GitHub', 'github.com'],
  ['Apple', 'appleid.apple.com'],
])('%s', (name, host) => {
  const email = `iris-${name.toLowerCase()}@example.test`

  test('takes a new person from the sign-up to the screen they wanted, and back again later', async () => {
    const page = await openPage()
    await page.goto(`${product.origin}/signup?redirectTo=/app/reviews`)
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.waitForURL(`${product.upstream.origin}/${host}/**`)
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL(`${product.origin}/app/reviews`)
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()

    // The session is a Strict cookie, that of the attempt is gone, and the code is in no step of the history.
    expect(await cookieNames()).toContain('session')
    expect(await cookieNames()).not.toContain('oauth')
    await page.goBack()
    expect(page.url()).not.toContain('/callback')
    await page.goto(`${product.origin}/app`)
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()

    await page.getByRole('button', { name: new RegExp(email) }).click()
    await page.getByRole('menuitem', { name: /log ?out/i }).click()
    await page.waitForURL(`${product.origin}/`)
    await page.goto(`${product.origin}/login`)
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL(`${product.origin}/app`)
    await page.getByRole('button', { name: new RegExp(email) }).waitFor()
  })

  test('brings back who cancels, who can start again', async () => {
    const page = await openPage()
    await page.goto(`${product.origin}/login?redirectTo=/app/businesses`)
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(`You cancelled at ${name}. Nothing was changed.`).waitFor()
    expect(await cookieNames()).not.toContain('session')
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await agreeAs(page, email, 'Iris Holm')
    await page.waitForURL(`${product.origin}/app/businesses`)
  })

  test('signs nobody in whose address it has not confirmed', async () => {
    const page = await openPage({ width: 390, height: 844 })
    await page.goto(`${product.origin}/login`)
    await page.getByRole('link', { name: `Continue with ${name}` }).click()
    await page.getByLabel('Odile Bright').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText(`${name} has not confirmed your e-mail address`).waitFor()
    expect(await cookieNames()).not.toContain('session')
    await page.screenshot({ path: `.test-output/login-${name.toLowerCase()}-390.png` })
  })
})

test('a second provider is connected under Security, and the last way in stays', async () => {
  const email = 'iris-connects@example.test'
  const page = await openPage()
  await page.goto(`${product.origin}/login?redirectTo=/app`)
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.waitForURL(`${product.origin}/app`)

  await page.goto(`${product.origin}/app/security`)
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await agreeAs(page, 'iris-at-work@example.test', 'Iris at work')
  await page.waitForURL(`${product.origin}/app/security?linked=github`)
  await page.getByText('GitHub signs in to this account from now on.').waitFor()
  await page.getByText('iris-at-work@example.test, since').waitFor()
  await page.screenshot({ path: '.test-output/connections-1280.png', fullPage: true })

  await page.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByText('Google is disconnected.').waitFor()
  await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByText('GitHub is your only way to sign in. Set a password first.').waitFor()
  complaints = complaints.filter((text) => !text.includes('409'))

  // A refusal at the provider comes back here, too.
  await page.getByRole('button', { name: 'Connect Apple' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled at Apple. Nothing was changed.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/security')
})

test('who has no password confirms through the provider, and then does what they wanted', async () => {
  const email = 'iris-confirms@example.test'
  const page = await openPage()
  await page.goto(`${product.origin}/login?redirectTo=/app/security`)
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.waitForURL(`${product.origin}/app/security`)
  const d1 = await product.server.database()
  await d1
    .prepare(
      'UPDATE sessions SET authenticated_at = 1 WHERE user_id = (SELECT id FROM users WHERE email = ?)',
    )
    .bind(email)
    .run()

  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  expect(await question.getByLabel('Password', { exact: true }).count()).toBe(0)
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, 'somebody-else@example.test', 'Somebody Else')
  await page.getByText('That Google account does not sign in to your account.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).click()
  await question.getByRole('button', { name: 'Continue with Google' }).click()
  await agreeAs(page, email, 'Iris Holm')
  await page.getByText('Google says that it is you.').waitFor()
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('dialog').getByText('Scan this with the app.').waitFor()
  // Refused on purpose; the browser notes the status.
  complaints = complaints.filter((text) => !text.includes('403'))
})

test('the way back works in the browser that began it, and nowhere else', async () => {
  const page = await openPage()
  await page.goto(`${product.origin}/login`)
  await page.getByRole('link', { name: 'Continue with GitHub' }).click()
  await page.waitForURL(`${product.upstream.origin}/**`)
  // What the provider answers, before a browser follows it.
  const answer = await context.request.post(page.url(), {
    form: { decision: 'allow', account: 'wren' },
    maxRedirects: 0,
  })
  const callback = answer.headers().location ?? ''
  const other = await newContext()
  const thief = await other.newPage()
  await thief.goto(callback)
  await thief.getByText('This sign-in has ended or was already used.').waitFor()
  expect((await other.cookies(product.origin)).map(({ name }) => name)).not.toContain('session')
  await other.close()
  await page.goto(callback)
  await page.waitForURL(`${product.origin}/app`)
})

test('a token in the fragment is erased and signs nobody in', async () => {
  const page = await openPage()
  await page.goto(`${product.origin}/login#access_token=canary&token_type=bearer`)
  await expect.poll(() => page.url()).toBe(`${product.origin}/login`)
  expect(await page.evaluate(() => window.history.length)).toBe(2)
  expect(await cookieNames()).not.toContain('session')
})

test('signing in with a provider works without scripts', async () => {
  context = await newContext({ javaScriptEnabled: false })
  complaints = []
  const page = await context.newPage()
  await page.goto(`${product.origin}/login`)
  await page.getByRole('link', { name: 'Continue with Apple' }).click()
  await agreeAs(page, 'iris-plain@example.test', 'Iris Holm')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${product.origin}/app`)
})
