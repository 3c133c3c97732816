import { expect } from 'vitest'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { fillSignUp, leadsTo, PASSWORD } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson()
  return { ...person, ...(await newOwner(person.page, product)) }
})

test('a registered address leads from the sign-up to the login, where its password is reset by mail', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  const { email } = await newOwner(page, product)
  await context.clearCookies()
  await page.goto('/signup')
  await fillSignUp(page, email)
  await page.getByText('Check your e-mail: we’ve sent you the next step.').waitFor()
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
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  // The browser logs the refused password.
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
})

test('an owner ends the session on their phone, and stays signed in with a changed password', async ({
  owner: { page, email, complaints },
  product,
}) => {
  const signedIn = await fetch(`${product.origin}/trpc/auth.signIn`, {
    method: 'POST',
    headers: { origin: product.origin, 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(signedIn.status).toBe(200)
  await open(page, '/app/security')
  await page.getByRole('button', { name: 'End the session of Firefox on Android' }).click()
  await page.getByText('Firefox on Android is logged out.').waitFor()
  await page.getByText('A session was ended').waitFor()
  expect(complaints).toEqual([])

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
})

test('a user who arrives from another site is still signed in', async ({ owner: { page }, product }) => {
  // To the browser, the same machine under its other name is another site.
  await page.goto(`${product.origin.replace('localhost', '127.0.0.1')}/privacy`)
  await page.evaluate((target) => window.location.assign(target), `${product.origin}/app/reviews`)
  await page.waitForURL((url) => url.pathname === '/app/reviews')
})
