import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import type { Product } from './support/product.ts'
import { hydrated, open } from './support/settled.ts'
import { leadsTo, makeAccount, newEmail, PASSWORD, send, signOut } from './support/sign-up.ts'
import { test } from './support/test.ts'

/** Simulates more than half an hour without activity. */
async function away({ server }: Product, email: string): Promise<void> {
  const database = await server.database()
  await database
    .prepare(
      `UPDATE sessions SET last_activity_at = last_activity_at - 2000000, keep_former_until = keep_former_until - 2000000
      WHERE user_id = (SELECT id FROM users WHERE email = ?)`,
    )
    .bind(email)
    .run()
}

test('an ended session says so and fills in the address, and a remembered device stays signed in', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const email = newEmail()
  await makeAccount(page, email)
  await open(page, '/app')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signed-in-as'))).toBe(email)
  await away(product, email)
  await page.goto('/app/reviews')
  await page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews&notice=session-ended')
  await page.getByText('Your session has ended.').waitFor()
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email)
  expect(await page.getByLabel('Keep me signed in on this device').isChecked()).toBe(false)
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/reviews')

  await away(product, email)
  await open(page, '/app/security')
  await page.getByText('stays signed in until').waitFor()
  await signOut(page, email)
  expect(await page.evaluate(() => localStorage.getItem('signed-in-as'))).toBeNull()
  await away(product, email)
  expect(await leadsTo(page, '/app')).toBe('/login?redirectTo=%2Fapp')
  expect(complaints).toEqual([])
})

test('a form whose session ended keeps its text and offers to sign in, one sent too often offers to wait', async ({
  newPerson,
  product,
}) => {
  const { page, context } = await newPerson()
  const { email } = await newOwner(page, product)
  await open(page, '/app/profile')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Wren Alder-Moss')
  await away(product, email)
  const form = page.locator('form').filter({ has: name })
  await form.getByRole('button', { name: 'Save' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    form.getByRole('link', { name: 'Sign In' }).click(),
  ])
  await tab.getByText('Your session has ended.').waitFor()
  await hydrated(tab)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await tab.waitForURL('**/app/profile')
  await tab.close()
  expect(await name.inputValue()).toBe('Wren Alder-Moss')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('link', { name: 'Sign In' }).waitFor({ state: 'hidden' })

  // Three mails an hour are allowed.
  for (let sent = 0; sent < 3; sent++) await send(page, 'auth.requestPasswordReset', { email })
  await context.clearCookies()
  await page.clock.install()
  await open(page, '/reset-password')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(/You can try again at \d/).waitFor()
  await page.getByRole('button', { name: 'Wait & Retry' }).click()
  await page.getByText(/It is sent again at \d/).waitFor()
  const database = await product.server.database()
  await database
    .prepare("UPDATE attempts SET ends_at = 0 WHERE key LIKE 'reset-account:%' AND count >= 3")
    .run()
  await page.clock.fastForward(3_600_000)
  await page.getByText(`If there is an account for ${email}`).waitFor()
  expect(await page.getByText(/It is sent again at/).count()).toBe(0)
})
