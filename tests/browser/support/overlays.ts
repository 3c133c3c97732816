import type { Locator, Page } from 'playwright-core'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { call } from './call.ts'
import type { Visitor } from './demo.ts'
import { press } from './press.ts'

/** A part of a screen that is opened by a key and closed again. */
export interface Overlay {
  name: string
  /** The screen's address; `:id` stands for the visitor's own business or review. */
  on: string
  visitor?: Visitor
  /** The widths at which it exists; all by default. */
  widths?: readonly number[]
  /** Prepares the screen, for example by typing. */
  begin?: (page: Page) => Promise<unknown>
  /** The menu that contains the opener. */
  within?: (page: Page) => Locator
  /** The control that opens it, focused before. */
  opener: (page: Page) => Locator
  /** The key that opens it; Enter by default. */
  key?: string
  opened: (page: Page) => Locator
  /** Other faults of the opened overlay at a width of 1440. */
  faults?: (page: Page) => Promise<string[]>
  /** The key that closes it, Escape by default, or a button. */
  closer?: string | ((page: Page) => Locator)
  /** The element that gets the focus afterwards, if the opener has disappeared. */
  returnsTo?: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first()
const dialog = (name?: string | RegExp) => (page: Page) => page.getByRole('dialog', { name })
const summary = (text: string | RegExp) => (page: Page) =>
  page.locator('summary').filter({ hasText: text }).first()
/** An open `details` element. */
const unfolded = (text: string | RegExp) => (page: Page) =>
  page.locator('details[open]').filter({ hasText: text }).first()

async function needKey(page: Page): Promise<void> {
  if ((await page.getByRole('button', { name: /^Revoke / }).count()) > 0) return
  await call(page, 'apiKeys.create', { name: 'Weekly report', scopes: ['read'], days: 90 })
}

async function needEndpoint(page: Page): Promise<void> {
  if ((await page.getByRole('button', { name: 'Deliveries' }).count()) > 0) return
  await call(page, 'webhooks.create', { url: `https://${RECEIVER_HOST}/take`, events: ['review.created'] })
}

export const OVERLAYS: readonly Overlay[] = [
  {
    name: 'notifications',
    on: '/app',
    opener: button(/^Notifications/),
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'user menu',
    on: '/app',
    opener: button(/^Account of/),
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'question before deleting the account',
    on: '/app/data-management',
    // The other accounts have colleagues by then, and would have to transfer their organization first.
    visitor: 'free',
    opener: button('Delete my account'),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'question before logging out',
    on: '/app/reviews?status=pending',
    visitor: 'free',
    begin: (page) => page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you.'),
    within: button(/^Account of/),
    opener: (page) => page.getByRole('menuitem', { name: 'Logout' }),
    opened: (page) => page.getByRole('alertdialog'),
    returnsTo: button(/^Account of/),
  },
  {
    name: 'the place a link leads to',
    on: '/app',
    visitor: 'new',
    begin: (page) => page.getByLabel('Paste your Google or Yelp link').fill(googleUrl(LISTINGS.small)),
    opener: button('Find my business'),
    opened: (page) => page.getByRole('form', { name: 'The place that was found' }),
    closer: button('Not mine, try another link'),
    returnsTo: (page) => page.getByLabel('Paste your Google or Yelp link'),
  },
  {
    name: 'removing a colleague',
    on: '/app/team',
    opener: button(/^Remove /),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'the businesses a colleague can see',
    on: '/app/team',
    opener: button(/: what .* can see$/),
    opened: (page) => page.getByRole('dialog'),
  },
  {
    name: 'making a colleague the owner',
    on: '/app/team',
    opener: button('Make owner'),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'palette',
    on: '/app',
    opener: button(/^Notifications/),
    key: 'Control+k',
    opened: dialog('Go to'),
  },
  {
    name: 'drawer',
    on: '/app',
    widths: [390],
    opener: button('Open navigation'),
    opened: dialog(),
  },
  {
    name: 'numbers of a chart',
    on: '/app',
    opener: summary('Show the numbers'),
    opened: unfolded('Show the numbers'),
    closer: 'Enter',
  },
  {
    name: 'numbers of locations',
    on: '/app/analytics',
    opener: summary('Show the numbers'),
    opened: unfolded('Show the numbers'),
    closer: 'Enter',
  },
  {
    name: 'filters',
    on: '/app/reviews',
    opener: summary('Filters'),
    opened: unfolded('Filters'),
    closer: 'Enter',
  },
  {
    name: 'keys of the list',
    on: '/app/reviews',
    widths: [1440],
    opener: button('Keyboard shortcuts'),
    opened: dialog(),
  },
  {
    name: 'selection',
    on: '/app/reviews',
    opener: (page) => page.getByRole('checkbox', { name: /^Select the review/ }).first(),
    key: 'Space',
    opened: (page) => page.getByRole('region', { name: 'Selected reviews' }),
    closer: button('Clear'),
    returnsTo: (page) => page.getByRole('heading', { level: 1 }),
  },
  {
    name: 'naming a view',
    on: '/app/reviews?rating=1',
    opener: button('Save as a view'),
    opened: (page) => page.getByLabel('Name of the view'),
    closer: button('Cancel'),
  },
  {
    name: 'templates of a reply',
    on: '/app/reviews/:id',
    opener: button('Templates'),
    opened: dialog('Templates'),
  },
  {
    name: 'changing a reply',
    on: '/app/reviews?reply=unposted',
    widths: [1440],
    opener: button('Edit'),
    opened: (page) => page.getByRole('textbox', { name: 'Your reply' }),
    returnsTo: (page) => page.getByRole('article'),
  },
  {
    name: 'writing a template',
    on: '/app/reviews/templates',
    opener: button('New template'),
    opened: (page) => page.getByLabel('Name'),
    closer: button('Cancel'),
  },
  {
    name: 'tags of a review',
    on: '/app/reviews/:id',
    opener: button('Tags'),
    opened: dialog('Tags'),
  },
  {
    name: 'creating a tag',
    on: '/app/reviews/tags',
    opener: button('New tag'),
    opened: (page) => page.getByLabel('Name'),
    closer: button('Cancel'),
  },
  {
    name: 'making a widget',
    on: '/app/businesses/:id/widgets',
    opener: button('New widget'),
    opened: (page) => page.getByLabel('Your sites'),
    closer: button('Cancel'),
  },
  {
    name: 'adding a review by hand',
    on: '/app/businesses/:id/import',
    opener: button('Add a review by hand'),
    opened: dialog(),
  },
  {
    name: 'a run',
    on: '/app/businesses/:id/sources',
    opener: summary(/Google/),
    opened: unfolded(/Google/),
    closer: 'Enter',
  },
  {
    name: 'menu of a business',
    on: '/app/businesses',
    opener: button(/^More actions for/),
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'deleting a business',
    on: '/app/businesses',
    within: button(/^More actions for/),
    opener: (page) => page.getByRole('menuitem', { name: 'Delete…' }),
    opened: (page) => page.getByRole('alertdialog'),
    returnsTo: button(/^More actions for/),
  },
  {
    name: 'details of a business',
    on: '/app/businesses/new',
    visitor: 'new',
    opener: summary('Contact and address'),
    opened: unfolded('Contact and address'),
    closer: 'Enter',
  },
  {
    name: 'changing the password',
    on: '/app/profile',
    opener: button('Change password'),
    opened: (page) => page.getByLabel('New password'),
    closer: button('Cancel'),
  },
  {
    name: 'setting up the second step',
    on: '/app/security',
    opener: button('Set up'),
    opened: dialog(),
  },
  {
    name: 'a new webhook endpoint',
    on: '/app/security',
    visitor: 'ai_insights',
    opener: button('New endpoint'),
    opened: dialog('New webhook endpoint'),
  },
  {
    name: 'a new API key',
    on: '/app/security',
    visitor: 'ai_insights',
    opener: button('New key'),
    opened: dialog('New API key'),
  },
  {
    name: 'an API key that is shown once',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: async (page) => {
      await press(button('New key')(page))
      await page.getByLabel('Name', { exact: true }).fill('Till')
    },
    opener: button('Create key'),
    opened: dialog('Your new API key'),
    closer: button('I’ve saved it'),
    returnsTo: button('New key'),
  },
  {
    name: 'a secret that is shown once',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: async (page) => {
      await press(button('New endpoint')(page))
      await page.getByLabel('Address').fill(`https://${RECEIVER_HOST}/take`)
    },
    opener: button('Add the endpoint'),
    opened: dialog('The endpoint’s secret'),
    closer: button('I’ve saved it'),
    returnsTo: button('New endpoint'),
  },
  {
    name: 'deliveries of an endpoint',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: needEndpoint,
    opener: button('Deliveries'),
    opened: dialog('Deliveries'),
  },
  {
    name: 'replacing the secret of an endpoint',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: needEndpoint,
    opener: button('New secret'),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'replacing an API key',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: needKey,
    opener: button(/^Replace /),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'revoking an API key',
    on: '/app/security',
    visitor: 'ai_insights',
    begin: needKey,
    opener: button(/^Revoke /),
    opened: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'assigning a review',
    on: '/app/reviews/:id',
    opener: button('Assign'),
    opened: (page) => page.getByRole('form', { name: 'Assign' }),
    closer: button('Cancel'),
  },
  {
    name: 'how a review was read',
    on: '/app/reviews?text=with',
    widths: [1440],
    visitor: 'ai_insights',
    opener: summary('Topics we found'),
    opened: (page) => page.locator('details[open] [aria-busy=false]'),
    closer: 'Enter',
  },
  {
    name: 'past numbers of a competitor',
    on: '/app/ai-insights/competitors',
    visitor: 'ai_insights',
    opener: summary('Show past numbers'),
    opened: unfolded('Show past numbers'),
    closer: 'Enter',
  },
  {
    name: 'a drafted reply',
    on: '/app/reviews/:id',
    visitor: 'ai_insights',
    opener: button('Draft a reply'),
    opened: button('Close'),
    closer: button('Close'),
  },
  {
    name: 'confirming that a reply was posted',
    on: '/app/reviews?reply=unposted',
    widths: [1440],
    opener: (page) => page.getByRole('link', { name: /^Copy and open on/ }).first(),
    opened: (page) => page.getByText(/^Posted on .*\?$/),
    closer: button('Not yet'),
    returnsTo: (page) => page.getByRole('article'),
  },
  {
    name: 'numbers of a competitor, typed',
    on: '/app/ai-insights/competitors',
    visitor: 'ai_insights',
    begin: async (page) => {
      await page.getByLabel('Link').fill(googleUrl(LISTINGS.ratings))
      await press(button('Add competitor')(page))
      await summary('Enter the numbers')(page).waitFor()
    },
    opener: summary('Enter the numbers'),
    opened: unfolded('Enter the numbers'),
    closer: 'Enter',
  },
  {
    name: 'a message',
    on: '/app/notifications',
    opener: button('Save'),
    opened: (page) => page.getByText('Saved.'),
    faults: async (page) => {
      const box = await page.getByText('Saved.').boundingBox()
      return box && box.y < 225 && box.x > 720 ? [] : ['the message is not at the top right']
    },
    closer: button('Dismiss'),
  },
  {
    name: 'an article',
    on: '/app/help',
    opener: summary('Add your first business'),
    opened: unfolded('Add your first business'),
    closer: 'Enter',
  },
]
