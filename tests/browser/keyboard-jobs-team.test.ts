import { expect } from 'vitest'
import { testJobs } from './support/keys.ts'

testJobs([
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
])
