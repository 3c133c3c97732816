import { expect } from 'vitest'
import { runScripts } from './support/appearance.ts'
import { lackingIn } from './support/html.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { hydrated, open, settled } from './support/settled.ts'
import { makeAccount, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const VERIFY = 'Confirm your e-mail address'
const ASKED_TO_CONFIRM = 'Please confirm your e-mail address'

test('a new user confirms their address by a mailed link that works once', async ({ newPerson, product }) => {
  const email = newEmail()
  const { page, complaints } = await newPerson()
  await makeAccount(page, email)
  expect(await lackingIn(page, '/app', [ASKED_TO_CONFIRM])).toEqual([])
  await openMailedLink(page, product, email, VERIFY)
  await page.getByRole('heading', { name: /^Confirm your e.mail address$/ }).waitFor()
  const used = page.url()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(ASKED_TO_CONFIRM).count()).toBe(0)
  expect(await lackingIn(page, used, ['This link has expired or was already used.'])).toEqual([])
  expect(complaints).toEqual([])
})

test('a mailed link in another browser asks for the password, can be read without scripts, and signs in', async ({
  newPerson,
  product,
}) => {
  const email = newEmail()
  const { page, context } = await newPerson({ viewport: { width: 390, height: 844 } })
  await makeAccount(page, email)
  await context.clearCookies()
  await runScripts(page, false)
  await openMailedLink(page, product, email, VERIFY)
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'I didn’t create this account' }).click()
  await page.getByLabel('Your new password').waitFor()
  await runScripts(page, true)
  await page.getByRole('link', { name: 'Enter your password' }).click()
  await page.getByText('Was it you?').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(ASKED_TO_CONFIRM).count()).toBe(0)
})

test('the owner of an address takes over an account that somebody else made with it', async ({
  newPerson,
  product,
}) => {
  const email = newEmail('victim')
  const { page, context, complaints } = await newPerson()
  await makeAccount(page, email)
  await context.clearCookies()
  await openMailedLink(page, product, email, VERIFY)
  await page.getByText('Was it you? Enter the password you chose.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Kettle-77')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByText('This is not the password of this account.').waitFor()
  await page.getByRole('link', { name: 'I didn’t create this account' }).click()
  await page.getByRole('heading', { name: 'Somebody used your address' }).waitFor()
  await page.getByLabel('Your new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Take over the account' }).click()
  await page.getByText('The account is yours.').waitFor()
  expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

test('the owner of an address can reject its use by another account', async ({ newPerson, product }) => {
  const wanted = newEmail('wanted')
  const { page, context, complaints } = await newPerson()
  await newOwner(page, product)
  await open(page, '/app/profile')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabel('New e-mail').fill(wanted)
  await page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await page.getByText(wanted).first().waitFor()
  await settled(page)
  await context.clearCookies()
  await openMailedLink(page, product, wanted, 'Confirm your new e-mail address')
  await page.getByRole('heading', { name: /^Confirm your new e.mail address$/ }).waitFor()
  await page.getByRole('link', { name: 'I didn’t ask for this' }).click()
  await page.getByRole('heading', { name: 'Didn’t ask for this?' }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByText('That account won’t get your address.').waitFor()
  expect(complaints).toEqual([])
})
