import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { testJobs } from './support/keys.ts'

testJobs([
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
    name: 'add the first business by its link',
    on: '/app',
    visitor: 'new',
    async does(keys) {
      await keys.to('textbox', 'Paste your Google or Yelp link')
      await keys.type(googleUrl(LISTINGS.small))
      await keys.press('Enter')
      await keys.to('button', 'That’s mine, get its reviews')
      await keys.press('Enter')
      await keys.see('3 reviews need an answer')
    },
  },
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
])
