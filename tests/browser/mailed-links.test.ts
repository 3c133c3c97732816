import { expect } from 'vitest'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { hydrated, open } from './support/settled.ts'
import { enter, leadsTo, makeAccount, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const NEW_PASSWORD = 'Walnut-Ladder-58'
const VERIFY = 'Confirm your e-mail address'
const ASKED_TO_CONFIRM = 'Please confirm your e-mail address'

test('the owner of an address takes over an account made with it, and its creator is locked out', async ({
  newPerson,
  product,
}) => {
  const email = newEmail('victim')
  const maker = await newPerson()
  await makeAccount(maker.page, email)

  const { page, complaints } = await newPerson()
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
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(ASKED_TO_CONFIRM).count()).toBe(0)

  expect(await leadsTo(maker.page, '/app')).toBe('/login?redirectTo=%2Fapp&notice=session-ended')
  await expect(enter(maker.page, email)).rejects.toThrow('That e-mail address or password is incorrect.')
  expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

test('a mailed link opened in another browser asks for the password, confirms and signs in', async ({
  newPerson,
  product,
}) => {
  const email = newEmail()
  await makeAccount((await newPerson()).page, email)
  const { page } = await newPerson({ viewport: { width: 390, height: 844 } })
  await openMailedLink(page, product, email, VERIFY)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(ASKED_TO_CONFIRM).count()).toBe(0)
})

test('the owner of an address can reject its use by another account, which stays unchanged', async ({
  newPerson,
  product,
}) => {
  const wanted = newEmail('wanted')
  const owner = await newPerson()
  const { email } = await newOwner(owner.page, product)
  await open(owner.page, '/app/profile')
  await owner.page.getByRole('button', { name: 'Change e-mail' }).click()
  await owner.page.getByLabel('New e-mail').fill(wanted)
  await owner.page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await owner.page.getByText(wanted).first().waitFor()

  const { page, complaints } = await newPerson()
  await openMailedLink(page, product, wanted, 'Confirm your new e-mail address')
  await page.getByRole('heading', { name: /^Confirm your new e.mail address$/ }).waitFor()
  await page.getByRole('link', { name: 'I didn’t ask for this' }).click()
  await page.getByRole('heading', { name: 'Didn’t ask for this?' }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByText('That account won’t get your address.').waitFor()
  await page.reload()
  await page.getByText('This link has expired or was already used.').waitFor()
  expect(complaints).toEqual([])
  await owner.page.goto('/app/profile')
  await owner.page.getByText(email).first().waitFor()
  expect(await owner.page.getByText(wanted).count()).toBe(0)
})

test('both pages behind a mailed link can be reached and read without scripts', async ({
  newPerson,
  product,
}) => {
  const email = newEmail()
  await makeAccount((await newPerson()).page, email)
  const { page } = await newPerson({ javaScriptEnabled: false })
  await openMailedLink(page, product, email, VERIFY)
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'I didn’t create this account' }).click()
  await page.getByLabel('Your new password').waitFor()
  await page.getByRole('link', { name: 'Enter your password' }).click()
  await page.getByText('Was it you?').waitFor()
})
