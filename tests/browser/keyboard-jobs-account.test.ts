import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/local/seed.ts'
import { endTransitions } from './support/appearance.ts'
import { test } from './support/demo.ts'
import { Keys, testJobs } from './support/keys.ts'
import { settled } from './support/settled.ts'

test('logging out, signing in and ending the other sessions work by keyboard', async ({
  visit,
  emailOf,
  product: { origin },
}) => {
  const { page, objects } = await visit('free')
  const keys = new Keys(page, objects)
  await keys.open('/app')
  await keys.to('button', /^Account of/)
  await keys.press('Enter')
  await keys.downTo('menuitem', 'Logout')
  await keys.press('Enter')
  await page.getByRole('heading', { name: 'Your Google and Yelp reviews in one inbox' }).waitFor()
  const email = await emailOf('free')
  // Another session.
  await fetch(`${origin}/trpc/auth.signIn`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  await keys.open('/login')
  await keys.to('textbox', 'E-mail')
  await keys.type(email)
  await keys.to('textbox', 'Password')
  await keys.type(DEMO_PASSWORD)
  await keys.press('Enter')
  await page.waitForURL('**/app')
  await settled(page)
  await keys.open('/app/security')
  await keys.to('button', 'End all others')
  await keys.press('Enter')
  await keys.see('You are logged out everywhere else.')
})

testJobs('free', [
  {
    name: 'skip the navigation',
    on: '/app',
    async does(keys) {
      await keys.to('link', 'Skip to content')
      await keys.press('Enter', 'Tab')
      const isInside = await keys.page.evaluate(() => document.activeElement?.closest('main') !== null)
      expect(isInside).toBe(true)
    },
  },
  {
    name: 'open a screen from the drawer',
    on: '/app',
    width: 390,
    async does(keys) {
      await keys.to('button', 'Open navigation')
      await keys.press('Enter')
      // The tab bar behind the drawer has a link of that name, too.
      await keys.page.getByRole('dialog').waitFor()
      await keys.to('link', 'Businesses')
      await keys.press('Enter')
      await keys.page.waitForURL('**/app/businesses')
      await expect
        .poll(() => keys.page.evaluate(() => document.activeElement?.textContent))
        .toContain('Businesses')
    },
  },
  {
    name: 'go somewhere with the palette',
    on: '/app',
    async does(keys) {
      await keys.press('Control+k')
      await keys.page.getByRole('combobox', { name: /^Screen/ }).waitFor()
      await keys.type('prof')
      await keys.press('Enter')
      await keys.page.waitForURL('**/app/profile')
    },
  },
  {
    name: 'follow a notification',
    on: '/app',
    async does(keys) {
      await keys.to('button', /^Notifications/)
      await keys.press('Enter')
      await keys.downTo('menuitem', /Credit balance low/)
      await keys.press('Enter')
      await keys.page.waitForURL('**/pricing')
    },
  },
  {
    name: 'change the colours',
    on: '/app',
    async does(keys) {
      // Transitions would show intermediate colours.
      await endTransitions(keys.page)
      for (const theme of ['Dark', 'System']) {
        await keys.to('button', /^Account of/)
        await keys.press('Enter')
        await keys.downTo('menuitemradio', theme)
        await keys.press('Enter')
        const chosen = () => keys.page.evaluate(() => document.documentElement.dataset.theme ?? 'system')
        await expect.poll(chosen).toBe(theme.toLowerCase())
        await keys.press('Escape')
      }
    },
  },
  {
    name: 'change the name',
    on: '/app/profile',
    async does(keys) {
      await keys.to('textbox', 'Name')
      await keys.type('Tomas R.')
      await keys.press('Enter')
      await keys.see('Your profile is saved.')
    },
  },
  {
    name: 'pay for a plan, cancel it, and keep it',
    on: '/checkout?plan=pro',
    async does(keys) {
      await keys.to('button', 'Go to payment')
      await keys.press('Enter')
      await keys.to('button', 'Pay and subscribe')
      await keys.press('Enter')
      await keys.page.getByRole('heading', { name: 'You’re on Pro' }).waitFor()
      await keys.open('/app/billing')
      await keys.to('button', 'Cancel plan')
      await keys.press('Enter')
      await keys.page.getByRole('alertdialog').waitFor()
      await keys.to('button', 'Cancel plan')
      await keys.press('Enter')
      // The dialog has a button 'Keep Pro', too.
      await keys.page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await keys.to('button', 'Keep Pro')
      await keys.press('Enter')
      await keys.see('Your Pro plan will continue.')
    },
  },
  {
    name: 'change the password',
    on: '/app/profile',
    async does(keys) {
      await keys.to('button', 'Change password')
      await keys.press('Enter')
      await keys.to('textbox', 'Current password')
      await keys.type(DEMO_PASSWORD)
      await keys.to('textbox', 'New password')
      await keys.type('Walnut-Ladder-58')
      await keys.press('Enter')
      await keys.see('Your password was changed.')
    },
  },
  {
    name: 'delete the account',
    on: '/app/data-management',
    async does(keys) {
      await keys.to('button', 'Delete my account')
      await keys.press('Enter')
      await keys.page.getByRole('alertdialog').waitFor()
      await keys.to('button', 'Delete my account')
      await keys.press('Enter')
      await keys.see('Your account was deleted.')
    },
  },
])
