import type { Page } from 'playwright-core'
import { settled } from './settled.ts'

/** Password of all accounts, except in tests about passwords. */
export const PASSWORD = 'Copper-Kettle-77'

let people = 0
/** An address that is unique in this worker, whose files share a database. */
export function newEmail(name = 'wren'): string {
  people += 1
  return `${name}.${people}@example.test`
}

/** Creates an account like the form, with its session's cookies in the page's browser. Opens no screen. */
export function makeAccount(page: Page, email: string): Promise<void> {
  return send(page, 'auth.signUp', { email, password: PASSWORD, fullName: 'Wren Alder' })
}

/** Signs in like the form, with the session's cookies in the page's browser. Opens no screen. */
export function enter(page: Page, email: string, password = PASSWORD): Promise<void> {
  return send(page, 'auth.signIn', { email, password })
}

/** Calls a procedure as the page's visitor. */
export async function send(page: Page, procedure: string, data: object): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post(`/trpc/${procedure}`, { headers, data })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Fills in and sends the form of `/signup`. */
export async function fillSignUp(page: Page, email: string, submit = 'Start free'): Promise<void> {
  await page.getByLabel('Your name').fill('Wren Alder')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: submit }).click()
}

export async function signIn(
  page: Page,
  email: string,
  password = PASSWORD,
  redirectTo = '/app',
): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ redirectTo })}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/**
 * Signs out through the account's menu, by keyboard, because a toast may cover it for a pointer. Requests that the
 * screen still makes are answered first: without a session they would be refused.
 */
export async function signOut(page: Page, email: string): Promise<void> {
  await settled(page)
  await page.getByRole('button', { name: `Account of ${email}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter')
  await page.waitForURL('/')
}

/** Final address after opening one, without displaying it. */
export async function leadsTo(page: Page, address: string): Promise<string> {
  const { pathname, search } = new URL((await page.request.get(address)).url())
  return pathname + search
}
