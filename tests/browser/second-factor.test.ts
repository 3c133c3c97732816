import { TOTP, URI } from 'otpauth'
import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { scanQrCode } from './support/qr-code.ts'
import { open } from './support/settled.ts'
import { PASSWORD, signIn } from './support/sign-up.ts'
import { test } from './support/test.ts'

const STEP_MS = 30_000

test('an owner sets up an app, is asked for a code after ten minutes and at the sign-in, and turns it off', async ({
  product,
  newPerson,
}) => {
  const { page, context, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const { email, userId } = await newOwner(page, product)
  const d1 = await product.server.database()
  const age = d1
    .prepare('UPDATE sessions SET authenticated_at = 1, factor_at = 1 WHERE user_id = ?')
    .bind(userId)

  await age.run()
  await open(page, '/app/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.waitFor()
  await expectAccessible(page, [390])
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question.getByRole('button', { name: 'Continue' }).click()
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

  // The requested action continues after the code.
  await age.run()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await question.getByLabel('Code from your app').fill('12')
  await question.getByRole('button', { name: 'Continue' }).click()
  await question.getByText(/Enter the 6 digits/).waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await question.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await question.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('Keep your recovery codes').waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).not.toContain(codes[0])

  await context.clearCookies()
  await signIn(page, email, PASSWORD, '/app/security')
  await page.waitForURL('**/login/challenge?**')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(/That recovery code is not right/).waitFor()
  await page.getByRole('button', { name: 'Use your authenticator app instead' }).click()
  // The next code, because the set-up used the current one.
  await page.getByLabel('Code from your app').fill(app.generate({ timestamp: Date.now() + STEP_MS }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/app/security')

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  // The browser logs the refused codes, and the refusals until the session is confirmed.
  expect(complaints.filter((text) => !/status of 40[013]/.test(text))).toEqual([])
  expect(product.faults).toEqual([])
})
