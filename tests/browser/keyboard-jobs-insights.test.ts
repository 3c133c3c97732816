import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { testJobs } from './support/keys.ts'

testJobs([
  {
    name: 'make a key for a program, and revoke it',
    on: '/app/security',
    visitor: 'small',
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
    visitor: 'small',
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
    visitor: 'small',
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
    visitor: 'small',
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
    visitor: 'small',
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
    visitor: 'small',
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
