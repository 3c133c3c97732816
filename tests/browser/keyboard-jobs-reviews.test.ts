import { expect } from 'vitest'
import { testJobs } from './support/keys.ts'

const REPLY = 'Thank you for coming by.'
const TEMPLATE = 'Thanks for {rating} stars, {first_name}.'

testJobs('small', [
  {
    name: 'answer a review, and delete the answer',
    on: '/app/reviews?status=pending',
    async does(keys) {
      await keys.to('textbox', 'Your reply')
      await keys.type(REPLY)
      await keys.press('Control+Enter')
      await keys.page.getByRole('status').filter({ hasText: 'Saved, not posted' }).waitFor()
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
      await keys.open('/app/reviews?status=pending')
      await keys.to('button', 'Templates')
      await keys.press('Enter')
      await keys.to('button', /^Stars/)
      await keys.press('Enter')
      const field = keys.page.getByRole('textbox', { name: 'Your reply' })
      await expect.poll(() => field.inputValue()).toMatch(/^Thanks for \d stars, /)
      expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
      // An emptied field is no draft, so logging out won't ask about it.
      await keys.press('Control+a', 'Delete')
      const drafts = () => keys.page.evaluate(() => localStorage.getItem('reply-drafts'))
      await expect.poll(drafts).not.toContain('Thanks for')
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
    name: 'find an article',
    on: '/app/help',
    async does(keys) {
      await keys.to('searchbox', 'Search the articles')
      await keys.type('quiet hours')
      await keys.see('Hear about a bad review right away')
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
    name: 'change the role of a colleague',
    on: '/app/team',
    async does(keys) {
      await keys.to('combobox', 'Role of Ada Quill')
      await keys.page.keyboard.type('V')
      await keys.see('The role of Ada Quill is now viewer.')
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
    name: 'mark reviews as answered, and take it back',
    on: '/app/reviews?status=pending',
    async does(keys) {
      await keys.page.clock.install()
      await keys.to('checkbox', /^Select the review/)
      await keys.press('Space')
      await keys.to('button', 'Mark as answered')
      await keys.press('Enter')
      await keys.page.getByRole('button', { name: 'Undo' }).waitFor()
      // A slow user needs longer than the five seconds that a message stays.
      for (let pressed = 0; pressed < 2; pressed++) {
        await keys.press('Tab')
        await keys.page.clock.fastForward(4_000)
      }
      await keys.to('button', 'Undo')
      await keys.press('Enter')
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
])
