import { TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { scanQrCode } from './support/qr-code.ts'
import { open } from './support/settled.ts'
import { enter, signIn as fillSignIn, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const STEP_MS = 30_000

const signIn = (page: Page, email: string, password = PASSWORD) =>
  fillSignIn(page, email, password, '/app/security')

test('an owner sets up an app, signs in with its code, then with a recovery code, and turns it off', async ({
  product,
  newPerson,
}) => {
  const { page, context, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const { email, userId } = await newOwner(page, product, { isVerified: false })

  // Refused before the address is confirmed, or the creator of an account could lock its owner out.
  await open(page, '/app/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByText('Please confirm your e-mail address first').waitFor()
  const d1 = await product.server.database()
  await d1.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()
  await page.getByRole('button', { name: 'Set up' }).click()
  const app = URI.parse(await scanQrCode(page))
  if (!(app instanceof TOTP)) throw new Error('the QR code is one of a TOTP app')
  const dialog = page.getByRole('dialog')
  await dialog.getByText("Can't scan?").click()
  await dialog.locator('code').first().waitFor()
  const [key = ''] = await dialog.locator('code').allInnerTexts()
  expect(key.replaceAll(' ', '')).toBe(app.secret.base32)

  const wrong = app.generate({ timestamp: 0 })
  await dialog.getByLabel('Code from your app').fill(wrong)
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByText(/That code is not right/).waitFor()
  expect(await dialog.getByLabel('Code from your app').inputValue()).toBe(wrong)
  await dialog.getByLabel('Code from your app').fill(app.generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  // The codes stay until they are saved.
  await dialog.getByText('Keep your recovery codes').waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const file = (await (await download.createReadStream()).toArray()).join('')
  for (const code of codes) expect(file).toContain(code)
  await page.keyboard.press('Escape')
  expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
  await dialog.getByLabel('I’ve saved them').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('10 of 10 left').waitFor()

  await context.clearCookies()
  await signIn(page, email)
  await page.waitForURL('**/login/challenge?**')
  await expectAccessible(page)
  // The next code, because the set-up used the current one.
  await page.getByLabel('Code from your app').fill(app.generate({ timestamp: Date.now() + STEP_MS }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/security')

  // A password reset by mail doesn't skip the code.
  await context.clearCookies()
  await page.goto('/reset-password')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await openMailedLink(page, product, email, 'Set a new password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your new password is set.').waitFor()
  await signIn(page, email, NEW_PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill('ABCDEF-GHIJKL-MNOPQR-STUVWX')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/That recovery code is not right/).waitFor()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/security')
  await page.getByText('9 of 10 left').waitFor()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  await context.clearCookies()
  await enter(page, email, NEW_PASSWORD)
  expect((await page.request.get('/app/security')).url()).toMatch(/\/app\/security$/)

  // The browser logs the 401 of a refused code and the 403 of a refused set-up.
  expect(complaints.filter((text) => !/status of 40[13]/.test(text))).toEqual([])
  expect(product.faults).toEqual([])
})

test('after ten minutes a code is asked for again, then the requested action continues', async ({
  product,
  newPerson,
}) => {
  const { page } = await newPerson()
  const { userId } = await newOwner(page, product)
  const d1 = await product.server.database()
  const age = d1
    .prepare('UPDATE sessions SET authenticated_at = 1, factor_at = 1 WHERE user_id = ?')
    .bind(userId)

  await age.run()
  await open(page, '/app/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.waitFor()
  await expectAccessible(page)
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Continue' }).click()
  const app = URI.parse(await scanQrCode(page))
  await page.getByLabel('Code from your app').fill(app.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByLabel('I’ve saved them').check()
  const [first] = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'Done' }).click()

  await age.run()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await question.getByLabel('Code from your app').fill('12')
  await question.getByRole('button', { name: 'Continue' }).click()
  await question.getByText(/Enter the 6 digits/).waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await question.getByLabel('Recovery code').fill(first ?? '')
  await question.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Keep your recovery codes').waitFor()
  expect(await page.getByRole('dialog').getByRole('listitem').allInnerTexts()).not.toContain(first)
})

test('the code page leads back to the login if no sign-in is pending', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/login/challenge?redirectTo=%2Fapp%2Freviews')
  await page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews')
})
