import { expect } from 'vitest'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { enter, fillSignUp, leadsTo, makeAccount, newEmail, PASSWORD, signOut } from './support/sign-up.ts'
import { test } from './support/test.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const VERIFY = 'Confirm your e-mail address'
const ASKED_TO_CONFIRM = 'Please confirm your e-mail address'
const PHONE = {
  userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  viewport: { width: 390, height: 844 },
}

test('a new user confirms their address by a mailed link that works once, then signs out', async ({
  newPerson,
  product,
}) => {
  const email = newEmail()
  const { page, complaints } = await newPerson()
  await page.goto('/signup')
  await fillSignUp(page, email)
  await page.waitForURL('**/app')
  await page.getByText(ASKED_TO_CONFIRM).waitFor()

  await openMailedLink(page, product, email, VERIFY)
  await page.getByRole('heading', { name: /^Confirm your e.mail address$/ }).waitFor()
  const used = page.url()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(ASKED_TO_CONFIRM).count()).toBe(0)
  await page.goto(used)
  await page.getByText('This link has expired or was already used.').waitFor()

  await page.goto('/app/profile')
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await signOut(page, email)
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
  expect(product.faults).toEqual([])
})

test('a forgotten password is reset by mail and every session ends', async ({ newPerson, product }) => {
  const { page: signedIn } = await newPerson()
  const { email } = await newOwner(signedIn, product)
  const { page, complaints } = await newPerson()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If there is an account for ${email}`).waitFor()
  await openMailedLink(page, product, email, 'Set a new password')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('You have used this password before.').waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe(PASSWORD)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your new password is set.').waitFor()
  expect(await leadsTo(signedIn, '/app')).toBe('/login?redirectTo=%2Fapp&notice=session-ended')

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That e-mail address or password is incorrect.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  // The refusals above are deliberate; the browser logs their statuses.
  expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

test('an owner ends the session on their phone from another device', async ({ newPerson, product }) => {
  const { page, complaints } = await newPerson()
  const { email } = await newOwner(page, product)
  const phone = await newPerson(PHONE)
  await enter(phone.page, email)
  await open(page, '/app/security')
  await page.getByRole('button', { name: 'End the session of Firefox on Android' }).click()
  await page.getByText('Firefox on Android is logged out.').waitFor()
  await page.getByText('A session was ended').waitFor()
  expect(await leadsTo(phone.page, '/app/reviews')).toBe(
    '/login?redirectTo=%2Fapp%2Freviews&notice=session-ended',
  )
  expect(complaints).toEqual([])
})

test('signing up with a registered address points to a mail that says the account exists', async ({
  newPerson,
  product,
}) => {
  const email = newEmail()
  await makeAccount((await newPerson()).page, email)
  const { page } = await newPerson()
  await page.goto('/signup')
  await fillSignUp(page, email)
  await page.getByText('Check your e-mail: we’ve sent you the next step.').waitFor()
  expect(page.url()).toContain('/login')
  await openMailedLink(page, product, email, 'You already have an account')
  await page.waitForURL('**/login')
})

test('changing the password on the profile signs out the other devices', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  const { email } = await newOwner(page, product)
  const other = await newPerson()
  await enter(other.page, email)
  await open(page, '/app/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('Wrong-Kettle-77')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe(NEW_PASSWORD)
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed.').waitFor()
  expect(await leadsTo(page, '/app')).toBe('/app')
  expect(await leadsTo(other.page, '/app')).toBe('/login?redirectTo=%2Fapp&notice=session-ended')
})

test('a user who arrives from another site is still signed in', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await newOwner(page, product)
  // To the browser, the same machine under its other name is another site.
  await page.goto(`${product.origin.replace('localhost', '127.0.0.1')}/login`)
  await page.evaluate((target) => window.location.assign(target), `${product.origin}/app/reviews`)
  await page.waitForURL((url) => url.pathname === '/app/reviews')
  await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor()
})
