import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#scripts/local/seed.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { test, type Visitor } from './support/demo.ts'
import { Keys } from './support/keys.ts'
import { addressAbout } from './support/screens.ts'

/** Something that people come for, done from the address on by keyboard alone. */
interface Job {
  name: string
  on: string
  visitor?: Visitor
  width?: number
  does: (keys: Keys) => Promise<unknown>
}

const REPLY = 'Thank you for coming by.'
const TEMPLATE = 'Thanks for {rating} stars, {first_name}.'

const JOBS: readonly Job[] = [
  {
    name: 'sign in',
    on: '/login',
    visitor: 'nobody',
    async does(keys) {
      await keys.to('textbox', 'E-mail')
      await keys.type('ai@demo.test')
      await keys.to('textbox', 'Password')
      await keys.type(DEMO_PASSWORD)
      await keys.press('Enter')
      await keys.page.waitForURL('**/app')
    },
  },
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
    name: 'answer a review, and delete the answer',
    on: '/app/reviews?status=pending',
    async does(keys) {
      await keys.to('textbox', 'Your reply')
      await keys.type(REPLY)
      await keys.press('Control+Enter')
      await keys.page
        .getByRole('status')
        .filter({ hasText: /^Not on .* yet$/ })
        .waitFor()
      await keys.to('button', 'Delete')
      await keys.press('Enter')
      await keys.page.getByRole('textbox', { name: 'Your reply' }).waitFor()
    },
  },
  {
    name: 'filter the list',
    on: '/app/reviews',
    async does(keys) {
      await keys.to('summary', 'Filters')
      await keys.press('Enter')
      await keys.to('combobox', 'Stars')
      await keys.page.keyboard.type('1')
      await keys.to('button', 'Apply')
      await keys.press('Enter')
      await keys.page.waitForURL(/rating=1/)
    },
  },
  {
    name: 'search the list',
    on: '/app/reviews',
    async does(keys) {
      await keys.to('searchbox', 'Search reviews')
      await keys.type('coffee')
      await keys.press('Enter')
      await keys.page.waitForURL(/search=coffee/)
    },
  },
  {
    name: 'mark reviews as answered, and take it back',
    on: '/app/reviews?status=pending',
    async does(keys) {
      await keys.to('checkbox', /^Select the review/)
      await keys.press('Space')
      await keys.to('button', 'Mark as answered')
      await keys.press('Enter')
      await keys.page.getByRole('button', { name: 'Undo' }).waitFor()
      // Somebody slow is still on the way after the five seconds that a message stays.
      for (let pressed = 0; pressed < 4; pressed++) {
        await keys.press('Tab')
        await keys.page.waitForTimeout(2_000)
      }
      await keys.to('button', 'Undo')
      await keys.press('Enter')
    },
  },
  {
    name: 'export the list',
    on: '/app/reviews?rating=1',
    async does(keys) {
      await keys.to('link', 'Export CSV')
      const download = keys.page.waitForEvent('download')
      await keys.press('Enter')
      expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    },
  },
  {
    name: 'write a template and use it',
    on: '/app/reviews/templates',
    async does(keys) {
      await keys.to('button', 'New template')
      await keys.press('Enter')
      await keys.to('textbox', 'Name')
      await keys.type('Stars')
      await keys.to('textbox', 'Text')
      await keys.type(TEMPLATE)
      await keys.to('button', 'Save template')
      await keys.press('Enter')
      await keys.page.getByRole('button', { name: 'Edit Stars' }).waitFor()
      await keys.page.goto('/app/reviews?status=pending', { waitUntil: 'networkidle' })
      await keys.to('button', 'Templates')
      await keys.press('Enter')
      await keys.to('button', /^Stars/)
      await keys.press('Enter')
      const field = keys.page.getByRole('textbox', { name: 'Your reply' })
      await expect.poll(() => field.inputValue()).toMatch(/^Thanks for \d stars, /)
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      // Emptied again, it is no draft, about which logging out would ask.
      await keys.press('Control+a', 'Delete')
      const drafts = () => keys.page.evaluate(() => localStorage.getItem('reply-drafts'))
      await expect.poll(drafts).not.toContain('Thanks for')
    },
  },
  {
    name: 'add a review by hand',
    on: '/app/businesses/:business/import',
    async does(keys) {
      await keys.to('button', 'Add a review by hand')
      await keys.press('Enter')
      await keys.to('textbox', 'Review text')
      await keys.type('The soup was still hot.')
      await keys.to('textbox', 'Author')
      await keys.type('Nia Brook')
      await keys.to('combobox', 'Stars')
      await keys.page.keyboard.type('4')
      await keys.to('button', 'Add review')
      await keys.press('Enter')
      await keys.see('Review added.')
    },
  },
  {
    name: 'import a file to its end',
    on: '/app/businesses/:business/import',
    async does(keys) {
      // Asked for first: the browser hears of it on its own time, and may be later than the key.
      const chooser = keys.page.waitForEvent('filechooser')
      await keys.to('button', 'Choose a file')
      await keys.press('Enter')
      await (await chooser).setFiles({
        name: 'reviews.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Author,Stars,Date,Text\nAna Reis,4,2026-05-03,Warm bread.\n'),
      })
      await keys.to('button', 'Check the file')
      await keys.press('Enter')
      await keys.to('button', /^Import /)
      await keys.press('Enter')
      await keys.see('1 review is stored')
    },
  },
  {
    name: 'change a business',
    on: '/app/businesses/edit?id=:business',
    async does(keys) {
      await keys.to('textbox', 'Name')
      await keys.type('Harbor Books')
      await keys.press('Enter')
      await keys.see('Harbor Books is saved.')
    },
  },
  {
    name: 'look behind a figure of Analytics',
    on: '/app/analytics',
    async does(keys) {
      await keys.to('link', '90 days')
      await keys.press('Enter')
      await keys.page.waitForURL(/days=90/)
      await keys.to('link', /\(.+\)$/)
      await keys.press('Enter')
      await keys.page.waitForURL('**/app/reviews?**')
    },
  },
  {
    name: 'scroll the numbers of a chart',
    on: '/app/analytics',
    async does(keys) {
      await keys.to('summary', 'Show the numbers')
      await keys.press('Enter')
      await keys.to('region', /^The numbers/)
    },
  },
  {
    name: 'choose alerts',
    on: '/app/notifications',
    async does(keys) {
      await keys.to('combobox', 'Instant alerts')
      await keys.press('ArrowUp')
      await keys.to('button', 'Save')
      await keys.press('Enter')
      await keys.see('Saved.')
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
    name: 'find an article',
    on: '/app/help',
    async does(keys) {
      await keys.to('searchbox', 'Search the articles')
      await keys.type('quiet hours')
      await keys.see('Hear about a bad review right away')
    },
  },
  {
    name: 'add the first business by its link',
    on: '/app',
    visitor: 'new',
    async does(keys) {
      await keys.to('textbox', 'Paste your Google or Yelp link')
      await keys.type(googleUrl(LISTINGS.small))
      await keys.press('Enter')
      await keys.to('button', 'Yes, get its reviews')
      await keys.press('Enter')
      await keys.see('3 reviews need an answer')
    },
  },
  {
    name: 'connect an account',
    on: '/app/businesses/:business/connect',
    async does(keys) {
      await keys.to('link', 'Connect Google')
      await keys.press('Enter')
      await keys.to('radio', 'Wren Alder')
      await keys.press('Space')
      await keys.to('button', 'Allow')
      await keys.press('Enter')
      await keys.to('button', /^Choose /)
      await keys.press('Enter')
      await keys.page.waitForURL('**/sources')
    },
  },
  {
    name: 'invite a colleague',
    on: '/app/team',
    async does(keys) {
      await keys.to('textbox', 'E-mail')
      await keys.type('cole@example.test')
      await keys.press('Enter')
      await keys.see('We sent cole@example.test an invitation.')
    },
  },
  {
    name: 'add somebody who gets mails',
    on: '/app/notifications',
    async does(keys) {
      await keys.to('textbox', 'E-mail')
      await keys.type('kim@example.test')
      await keys.press('Enter')
      await keys.see('We asked kim@example.test to confirm.')
    },
  },
  {
    name: 'assign a review',
    on: '/app/reviews/:review',
    async does(keys) {
      await keys.to('button', 'Assign')
      await keys.press('Enter')
      await keys.to('combobox', 'Person')
      await keys.page.keyboard.type('Ada')
      await keys.to('button', 'Assign')
      await keys.press('Enter')
      await keys.see('Assigned to Ada Quill.')
    },
  },
  {
    name: 'change the role of a colleague',
    on: '/app/team',
    async does(keys) {
      await keys.to('combobox', 'Role of Ada Quill')
      await keys.page.keyboard.type('V')
      await keys.see('The role of Ada Quill is now viewer.')
    },
  },
  {
    name: 'make a key for a program, and revoke it',
    on: '/app/security',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('button', 'New key')
      await keys.press('Enter')
      await keys.to('textbox', 'Name')
      await keys.type('Till')
      await keys.to('button', 'Create key')
      await keys.press('Enter')
      await keys.to('button', 'I’ve saved it')
      await keys.press('Enter')
      await keys.to('button', 'Revoke Till')
      await keys.press('Enter')
      await keys.to('button', /^Revoke$/)
      await keys.press('Enter')
      await keys.see('Till is revoked.')
    },
  },
  {
    name: 'add a webhook, and test it',
    on: '/app/security',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('button', 'New endpoint')
      await keys.press('Enter')
      await keys.to('textbox', 'Address')
      await keys.type(`https://${RECEIVER_HOST}/take`)
      await keys.to('button', 'Add the endpoint')
      await keys.press('Enter')
      await keys.to('button', 'I’ve saved it')
      await keys.press('Enter')
      await keys.to('button', 'Deliveries')
      await keys.press('Enter')
      await keys.to('button', 'Send a test')
      await keys.press('Enter')
      await keys.page.getByRole('dialog').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'compare with a competitor',
    on: '/app/ai-insights/competitors',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('textbox', 'Link')
      await keys.type(googleUrl(LISTINGS.small))
      await keys.press('Enter')
      await keys.see('Competitor added.')
    },
  },
  {
    name: 'make a report',
    on: '/app/ai-insights/reports',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('textbox', 'Title')
      await keys.type('What guests said')
      await keys.to('button', 'Create report')
      await keys.press('Enter')
      await keys.page.waitForURL(/\/reports\/./)
    },
  },
  {
    name: 'take everything along',
    on: '/app/data-management',
    async does(keys) {
      await keys.to('link', 'Download the archive')
      const download = keys.page.waitForEvent('download')
      await keys.press('Enter')
      expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    },
  },
  {
    name: 'pay for a plan',
    on: '/checkout?plan=pro',
    visitor: 'free',
    async does(keys) {
      await keys.to('button', 'Go to payment')
      await keys.press('Enter')
      await keys.to('button', 'Pay and subscribe')
      await keys.press('Enter')
      await keys.page.getByRole('heading', { name: 'You are on Pro' }).waitFor()
    },
  },
  {
    name: 'cancel a plan, and keep it',
    on: '/app/billing',
    visitor: 'free',
    async does(keys) {
      await keys.to('button', 'Cancel plan')
      await keys.press('Enter')
      await keys.page.getByRole('alertdialog').waitFor()
      await keys.to('button', 'Cancel plan')
      await keys.press('Enter')
      await keys.to('button', 'Keep Pro')
      await keys.press('Enter')
      await keys.see('Your Pro plan will continue.')
    },
  },
  {
    name: 'save a view, and delete it',
    on: '/app/reviews?rating=1',
    async does(keys) {
      await keys.to('button', 'Save as a view')
      await keys.press('Enter')
      await keys.to('textbox', 'Name of the view')
      await keys.type('One star')
      await keys.press('Enter')
      await keys.to('link', /^One star/)
      await keys.to('button', 'Delete the view ‘One star’')
      await keys.press('Enter')
      await keys.page.getByRole('link', { name: /^One star/ }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'collect now',
    on: '/app/businesses',
    async does(keys) {
      await keys.to('button', /^Collect now: /)
      await keys.press('Enter')
      await keys.see('Last collected just now')
    },
  },
  {
    name: 'change the password',
    on: '/app/profile',
    visitor: 'new',
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
    // Of these there is one more: whoever has signed in above.
    name: 'end the other sessions',
    on: '/app/security',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('button', 'End all others')
      await keys.press('Enter')
      await keys.see('You are logged out everywhere else.')
    },
  },
  {
    name: 'make a colleague the owner',
    on: '/app/team',
    async does(keys) {
      await keys.to('button', 'Make owner')
      await keys.press('Enter')
      await keys.page.getByRole('alertdialog').waitFor()
      await keys.to('button', 'Make owner')
      await keys.press('Enter')
      await keys.see(/^Ada Quill now owns/)
    },
  },
  {
    name: 'delete the account',
    on: '/app/data-management',
    visitor: 'free',
    async does(keys) {
      await keys.to('button', 'Delete my account')
      await keys.press('Enter')
      await keys.page.getByRole('alertdialog').waitFor()
      await keys.to('button', 'Delete my account')
      await keys.press('Enter')
      await keys.see('Your account was deleted.')
    },
  },
  {
    name: 'delete a business',
    on: '/app/businesses',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('button', /^More actions for/)
      await keys.press('Enter')
      await keys.downTo('menuitem', 'Delete…')
      await keys.press('Enter')
      await keys.to('button', 'Delete')
      await keys.press('Enter')
      await keys.see(/ and its reviews are deleted\.$/)
    },
  },
  {
    name: 'log out',
    on: '/app',
    visitor: 'ai_insights',
    async does(keys) {
      await keys.to('button', /^Account of/)
      await keys.press('Enter')
      await keys.downTo('menuitem', 'Logout')
      await keys.press('Enter')
      await keys.page.getByRole('heading', { name: 'Every review of your business in one place' }).waitFor()
    },
  },
]

test.for(JOBS)('$name', async ({ on, visitor = 'pro', width = 1440, does }, { visit }) => {
  const { page, objects } = await visit(visitor)
  await page.setViewportSize({ width, height: 900 })
  await page.goto(addressAbout(on, objects), { waitUntil: 'networkidle' })
  await does(new Keys(page))
})
