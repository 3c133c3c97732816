import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openMailedLink } from './support/mailbox.ts'
import { test } from './support/test.ts'

const PASSWORD = 'Copper-Kettle-77'
const NEW_PASSWORD = 'Walnut-Ladder-58'

async function signUp(page: Page, email: string) {
  await page.goto('/signup')
  await page.getByLabel('Your name').fill('Wren Alder')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByText('Strength: Strong').waitFor()
  await page.getByRole('button', { name: 'Start free' }).click()
}

async function logIn(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function shoot(page: Page, name: string) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `.test-output/${name}-${width}.png`, fullPage: true })
  }
}

test('from sign-up over a forgotten password to ending another session', async ({ newPerson, product }) => {
  const email = 'wren@example.test'
  const { page, complaints } = await newPerson()
  await signUp(page, email)
  await page.waitForURL('**/app')
  await page.getByText('Please confirm your e-mail address').waitFor()

  await openMailedLink(page, email, 'Confirm your e-mail address')
  await page.getByRole('heading', { name: /^Confirm your e.mail address$/ }).waitFor()
  await shoot(page, 'verify')
  const used = page.url()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Please confirm your e-mail address').count()).toBe(0)
  await page.goto(used)
  await page.getByText('This link has expired or was already used.').waitFor()

  await page.goto('/app/profile')
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await shoot(page, 'profile')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /wren@/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('/')

  await page.goto('/login')
  await shoot(page, 'login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If there is an account for ${email}`).waitFor()
  await shoot(page, 'forgot')
  await openMailedLink(page, email, 'Set a new password')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('You have used this password before.').waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe(PASSWORD)
  await shoot(page, 'new-password')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your new password is set.').waitFor()

  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('That e-mail address or password is incorrect.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')

  const phone = await newPerson({
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    viewport: { width: 390, height: 844 },
  })
  await logIn(phone.page, email, NEW_PASSWORD)
  await phone.page.waitForURL('**/app')
  await page.goto('/app/security')
  await page.getByText('Firefox on Android').first().waitFor()
  await shoot(page, 'security')
  await page.getByRole('button', { name: 'End the session of Firefox on Android' }).click()
  await page.getByText('Firefox on Android is logged out.').waitFor()
  await page.getByText('A session was ended').waitFor()
  await phone.page.goto('/app/reviews')
  await phone.page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews')

  // Refused on purpose above; the browser notes the status of each.
  expect(complaints.filter((text) => !/status of 40[014]/.test(text))).toEqual([])
  expect(product.faults).toEqual([])
})

test('who signs up with an address that has an account is told to check the mail, which says so', async ({
  newPerson,
}) => {
  const email = 'known@example.test'
  await signUp((await newPerson()).page, email)
  const { page } = await newPerson()
  await signUp(page, email)
  await page.getByText('Check your e-mail: we’ve sent you the next step.').waitFor()
  expect(page.url()).toContain('/login')
  await openMailedLink(page, email, 'You already have an account')
  await page.waitForURL('**/login')
})

test('a password is changed on the profile, and the other devices are signed out', async ({ newPerson }) => {
  const email = 'change@example.test'
  const { page } = await newPerson()
  await signUp(page, email)
  await page.waitForURL('**/app')
  const other = await newPerson()
  await logIn(other.page, email, PASSWORD)
  await other.page.waitForURL('**/app')

  await page.goto('/app/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('Wrong-Kettle-77')
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('This is not your current password.').waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe(NEW_PASSWORD)
  await shoot(page, 'change-password')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password was changed.').waitFor()
  await page.goto('/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await other.page.goto('/app')
  await other.page.waitForURL('**/login?**')
})

test('someone who comes from another site is still signed in', async ({ newPerson, product }) => {
  const { page, context } = await newPerson()
  await signUp(page, 'visitor@example.test')
  await page.waitForURL('**/app')
  // The same machine under its other name is another site to the browser.
  const elsewhere = product.origin.replace('localhost', '127.0.0.1')
  const foreign = await context.newPage()
  await foreign.goto(`${elsewhere}/login`)
  await foreign.evaluate((target) => window.location.assign(target), `${product.origin}/app/reviews`)
  await foreign.waitForURL((url) => url.pathname === '/app/reviews')
  await foreign.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor()
})

test('who did not make the account with their address takes it over, and its maker gets in no more', async ({
  newPerson,
}) => {
  const email = 'victim@example.test'
  const maker = await newPerson()
  await signUp(maker.page, email)
  await maker.page.waitForURL('**/app')

  const { page, complaints } = await newPerson()
  await openMailedLink(page, email, 'Confirm your e-mail address')
  await page.getByText('Was it you? Enter the password you chose.').waitFor()
  await shoot(page, 'verify-password')
  await page.getByLabel('Password', { exact: true }).fill('Wrong-Kettle-77')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByText('This is not the password of this account.').waitFor()
  await page.getByRole('link', { name: 'I didn’t create this account' }).click()
  await page.getByRole('heading', { name: 'Somebody used your address' }).waitFor()
  await shoot(page, 'verify-claim')
  await page.getByLabel('Your new password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Take over the account' }).click()
  await page.getByText('The account is yours.').waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Please confirm your e-mail address').count()).toBe(0)

  await maker.page.goto('/app/reviews')
  await maker.page.waitForURL('**/login?**')
  await logIn(maker.page, email, PASSWORD)
  await maker.page.getByText('That e-mail address or password is incorrect.').waitFor()
  expect(complaints.filter((text) => !/status of 40[01]/.test(text))).toEqual([])
})

test('a link that is opened in another browser confirms with the password, and signs in', async ({
  newPerson,
}) => {
  const email = 'two-browsers@example.test'
  const desk = await newPerson()
  await signUp(desk.page, email)
  await desk.page.waitForURL('**/app')
  const { page } = await newPerson({ viewport: { width: 390, height: 844 } })
  await openMailedLink(page, email, 'Confirm your e-mail address')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.waitForURL('**/app')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText('Please confirm your e-mail address').count()).toBe(0)
  await page.goto('/app/profile')
  await page.getByText('Confirmed', { exact: true }).waitFor()
})

test('whose address somebody else wants for their account turns it down, and the account stays what it is', async ({
  newPerson,
}) => {
  const [email, wanted] = ['wanting@example.test', 'wanted@example.test']
  const owner = await newPerson()
  await signUp(owner.page, email)
  await owner.page.waitForURL('**/app')
  await owner.page.goto('/app/profile')
  await owner.page.getByRole('button', { name: 'Change e-mail' }).click()
  await owner.page.getByLabel('New e-mail').fill(wanted)
  await owner.page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await owner.page.getByText(wanted).first().waitFor()

  const { page, complaints } = await newPerson()
  await openMailedLink(page, wanted, 'Confirm your new e-mail address')
  await page.getByRole('heading', { name: /^Confirm your new e.mail address$/ }).waitFor()
  await shoot(page, 'verify-change')
  await page.getByRole('link', { name: 'I didn’t ask for this' }).click()
  await page.getByRole('heading', { name: 'Didn’t ask for this?' }).waitFor()
  await shoot(page, 'verify-drop')
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByText('That account won’t get your address.').waitFor()
  await page.reload()
  await page.getByText('This link has expired or was already used.').waitFor()
  await shoot(page, 'verify-ended')
  expect(complaints).toEqual([])
  await owner.page.goto('/app/profile')
  expect(await owner.page.getByText(wanted).count()).toBe(0)
  await owner.page.getByText(email).first().waitFor()
})

test('both doors of a mailed link can be reached and read without script', async ({ newPerson }) => {
  const email = 'no-script@example.test'
  await signUp((await newPerson()).page, email)
  const { page } = await newPerson({ javaScriptEnabled: false })
  await openMailedLink(page, email, 'Confirm your e-mail address')
  await page.getByLabel('Password', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'I didn’t create this account' }).click()
  await page.getByLabel('Your new password').waitFor()
  await page.getByRole('link', { name: 'Enter your password' }).click()
  await page.getByText('Was it you?').waitFor()
})
