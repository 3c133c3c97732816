import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { testJobs } from './support/keys.ts'

testJobs('new', [
  {
    name: 'add the first business by its link',
    on: '/app',
    async does(keys) {
      await keys.to('textbox', 'Paste your Google or Yelp link')
      await keys.type(googleUrl(LISTINGS.small))
      await keys.press('Enter')
      await keys.to('button', 'That’s mine, get its reviews')
      await keys.press('Enter')
      await keys.see('3 reviews need an answer')
    },
  },
])

testJobs('small', [
  {
    name: 'collect now',
    on: '/app/businesses',
    async does(keys) {
      await keys.to('button', `Collect now: ${LISTINGS.small.name}`)
      await keys.press('Enter')
      await keys.see('Checked just now')
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
      // Wait first: the file chooser may open later than the key press returns.
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
    name: 'make a key for a program, and revoke it',
    on: '/app/security',
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
    async does(keys) {
      await keys.to('textbox', 'Link')
      await keys.type(googleUrl(LISTINGS.ratings))
      await keys.press('Enter')
      await keys.see('Competitor added.')
    },
  },
  {
    name: 'mark an action',
    on: '/app/ai-insights/actions?new=1',
    async does(keys) {
      await keys.to('textbox', 'What did you do?')
      await keys.type('More staff on Fridays')
      await keys.press('Enter')
      await keys.page.getByRole('heading', { name: 'More staff on Fridays' }).waitFor()
    },
  },
  {
    name: 'make a report',
    on: '/app/ai-insights/reports',
    async does(keys) {
      await keys.to('textbox', 'Title')
      await keys.type('What guests said')
      await keys.to('button', 'Create report')
      await keys.press('Enter')
      await keys.page.waitForURL(/\/reports\/./)
    },
  },
  {
    name: 'delete a business',
    on: '/app/businesses',
    async does(keys) {
      await keys.to('button', /^More actions for/)
      await keys.press('Enter')
      await keys.downTo('menuitem', 'Delete…')
      await keys.press('Enter')
      await keys.to('button', 'Delete')
      await keys.press('Enter')
      await keys.see(/ is deleted$/)
    },
  },
])
