import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openMailedLink } from './support/mailbox.ts'
import { scanQrCode } from './support/qr-code.ts'
import { test } from './support/test.ts'

const EMAIL = 'wren-whole@example.test'
const PASSWORD = 'Copper-Kettle-77'
const NEW_PASSWORD = 'Walnut-Ladder-58'
const STEP_MS = 30_000
const PHONE = {
  userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  viewport: { width: 390, height: 844 },
}

async function signIn(page: Page, password: string) {
  await page.goto('/login?redirectTo=%2Fapp%2Fsecurity')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /wren-/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('/')
}

async function enterRecoveryCode(page: Page, code: string) {
  await page.waitForURL('**/login/challenge?**')
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/security')
}

test('sign up, verify, set up an app, sign in with its code and with a recovery code, end another session, reset', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()

  // Sign up.
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Wren Alder')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByText('Strength: Strong').waitFor()
  await page.getByRole('button', { name: 'Start free' }).click()
  await page.waitForURL('**/app')

  // Verify, from the mailbox page.
  await openMailedLink(page, EMAIL, 'Confirm your e-mail address')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Please confirm your e-mail address').count()).toBe(0)

  // Set up an authenticator app.
  await page.goto('/app/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const app = URI.parse(await scanQrCode(page))
  if (!(app instanceof TOTP)) throw new Error('the QR code is one of a TOTP app')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code from your app').fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText('Keep your recovery codes').waitFor()
  const [first = '', second = '', third = ''] = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByLabel('I’ve saved them').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 of 10 left').waitFor()

  // Sign out, and in with a code: the next one, for that of now was used for the set-up.
  await signOut(page)
  await signIn(page, PASSWORD)
  await page.waitForURL('**/login/challenge?**')
  await page.getByLabel('Code from your app').fill(app.generate({ timestamp: Date.now() + STEP_MS }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/security')

  // Sign in elsewhere with a recovery code.
  const phone = await newPerson(PHONE)
  await signIn(phone.page, PASSWORD)
  await enterRecoveryCode(phone.page, first)

  // End that session.
  await page.goto('/app/security')
  await page.getByText('9 of 10 left').waitFor()
  await page.getByRole('button', { name: 'End the session of Firefox on Android' }).click()
  await page.getByText('Firefox on Android is logged out.').waitFor()
  await phone.page.goto('/app/reviews')
  await phone.page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews')

  // Set another password by mail: it ends every session, and does not skip the second factor.
  const { page: elsewhere } = await newPerson()
  await elsewhere.goto('/reset-password')
  await elsewhere.getByLabel('E-mail').fill(EMAIL)
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  await elsewhere.getByText(`If there is an account for ${EMAIL}`).waitFor()
  await openMailedLink(elsewhere, EMAIL, 'Set a new password')
  await elsewhere.getByLabel('New password').fill(NEW_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Set password' }).click()
  await elsewhere.getByText('Your new password is set.').waitFor()
  await page.goto('/app')
  await page.waitForURL('**/login?**')
  await signIn(elsewhere, PASSWORD)
  await elsewhere.getByText('That e-mail address or password is incorrect.').waitFor()
  await signIn(elsewhere, NEW_PASSWORD)
  await enterRecoveryCode(elsewhere, second)
  await elsewhere.getByText('8 of 10 left').waitFor()
  expect(third).not.toBe('')

  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})
