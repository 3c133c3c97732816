import type { Page } from 'playwright-core'
import { openMailedLink } from './mailbox.ts'

/** What everybody's account is signed up with, unless a test is about passwords. */
export const PASSWORD = 'Copper-Kettle-77'

/** Signs up by the form, to the end: the Dashboard of a new account. */
export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Wren Alder')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Start free' }).click()
  await page.waitForURL(/\/app$|notice=check-mail$/)
  if (!page.url().endsWith('/app')) throw new Error(`${email} has an account already.`)
}

/** Opens the mailed link in the same browser, and confirms: the Dashboard again. */
export async function confirmAddress(page: Page, email: string): Promise<void> {
  await openMailedLink(page, email, 'Confirm your e-mail address')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')
}
