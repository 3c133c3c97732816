import type { Page } from 'playwright-core'
import { chooseFromMenu } from '#tests/browser/support/business-menu.ts'
import { PASSWORD } from '#tests/browser/support/sign-up.ts'
import {
  ANSWERED,
  address,
  button,
  COPY,
  composed,
  EMAIL,
  goToImport,
  HELD,
  has,
  heading,
  type Moment,
  NO_WORKER,
  OTHER_BUSINESS,
  open,
  replyField,
  review,
  TYPED,
  text,
  upToDate,
} from './moment.ts'

const PENDING = '/app/reviews?status=pending'
const RESPONDED = '/app/reviews?status=responded'

async function logIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

async function askForLogOut(page: Page): Promise<void> {
  await logIn(page)
  await button(page, 'Sign in').click()
  await page.waitForURL('**/app')
  // The service worker answers for the page that is opened without a connection.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await button(page, /^Account of/).click()
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor()
}

const compose = (page: Page) => replyField(page).fill(TYPED)
const send = (page: Page) => page.keyboard.press('Control+Enter')

async function composeAt(page: Page): Promise<void> {
  await open(page, PENDING)
  await button(page, 'Templates').waitFor()
  await compose(page)
}

async function changeStored(page: Page): Promise<void> {
  await open(page, RESPONDED)
  await button(page, 'Edit').click()
  await compose(page)
}

/** What is typed, and what is sent. */
export const WRITING: Record<string, Moment> = {
  'the sign-in is sent': {
    isSignedOut: true,
    before: logIn,
    act: (page) => button(page, 'Sign in').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, 'E-mail', EMAIL)
    },
    after: (page) => address(page, '**/app'),
  },
  'the sign-up is sent': {
    isSignedOut: true,
    before: async (page) => {
      await page.goto('/signup')
      await page.getByLabel('Your name').fill('Ada Quill')
      await page.getByLabel('E-mail').fill(`ada-${crypto.randomUUID()}@example.test`)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    },
    act: (page) => button(page, 'Start free').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, 'Your name', 'Ada Quill')
    },
    after: (page) => address(page, '**/app'),
  },
  'a log-out is asked for': {
    isSignedOut: true,
    before: askForLogOut,
    act: (page) => page.getByRole('menuitem', { name: 'Logout' }).click(),
    see: async (page) => {
      await heading(page, 'Welcome')
      await text(page, 'You’ll be logged out as soon as you’re back online.')
    },
    after: (page) => address(page, '/'),
  },
  'a log-out is asked for, and another page is opened': {
    isSignedOut: true,
    before: askForLogOut,
    act: async (page) => {
      await page.getByRole('menuitem', { name: 'Logout' }).click()
      await text(page, 'You’ll be logged out as soon as you’re back online.')
      await page.goto('/app')
    },
    see: (page) => heading(page, 'No connection'),
    after: (page) => address(page, '**/login?redirectTo=%2Fapp'),
  },
  'a reply is typed': {
    before: async (page) => {
      await open(page, PENDING)
      await button(page, 'Templates').waitFor()
    },
    act: compose,
    see: composed,
    after: composed,
  },
  'a reply is typed and the page is loaded again': {
    before: async (page) => {
      await open(page, PENDING)
      await page.reload()
      await button(page, 'Templates').waitFor()
      await compose(page)
    },
    act: async (page) => {
      await page.reload()
      await text(page, COPY)
    },
    see: composed,
    after: async (page) => {
      await upToDate(page)
      await composed(page)
      await page.getByRole('list', { name: 'Reviews', exact: true }).getByText('Draft').waitFor()
    },
  },
  'a reply is typed before the composer is there': {
    before: async (page) => {
      await page.goto(PENDING)
      await review(page)
    },
    act: compose,
    see: composed,
    after: async (page) => {
      await button(page, 'Templates').waitFor()
      await composed(page)
    },
    without: /reply-area/,
    isAskedForBefore: true,
    context: NO_WORKER,
  },
  'a reply is sent': {
    before: composeAt,
    act: send,
    see: async (page) => {
      await text(page, 'Waiting for a connection')
      await text(page, TYPED)
    },
    after: (page) => text(page, 'Your reply was sent.'),
  },
  'a reply is sent, and a log-out is asked for': {
    before: composeAt,
    act: async (page) => {
      await send(page)
      await text(page, 'Waiting for a connection')
      await button(page, /^Account of/).click()
      await page.getByRole('menuitem', { name: 'Logout' }).click()
    },
    see: (page) => text(page, 'One of your replies hasn’t been sent yet.'),
    after: (page) => text(page, 'All your replies have been sent.'),
  },
  'a reply is sent and the page is loaded again': {
    before: async (page) => {
      await open(page, PENDING)
      await page.reload()
      await button(page, 'Templates').waitFor()
      await compose(page)
    },
    act: async (page) => {
      await send(page)
      await text(page, 'Waiting for a connection')
      await page.reload()
    },
    see: async (page) => {
      await text(page, COPY)
      await text(page, TYPED)
    },
    after: (page) => text(page, 'Your reply was sent.'),
  },
  'a reply is saved, and the next review is gone on to': {
    before: composeAt,
    act: (page) => page.keyboard.press('Control+Shift+Enter'),
    see: (page) => review(page),
    after: (page) => text(page, 'Your reply was sent.'),
  },
  'a stored reply is changed': {
    before: changeStored,
    act: send,
    see: (page) => text(page, TYPED),
    after: async (page) => {
      await page.getByRole('article').getByText(', edited').waitFor()
      await text(page, TYPED)
    },
  },
  'a stored reply is deleted': {
    before: async (page) => {
      await open(page, RESPONDED)
      await button(page, 'Edit').waitFor()
    },
    act: (page) => button(page, /^Delete/).click(),
    see: async (page) => {
      await text(page, 'Waiting for a connection. It will be deleted automatically.')
      await heading(page, 'Reviews')
      await page.getByRole('article').getByText(ANSWERED).waitFor()
    },
    after: async (page) => {
      await text(page, 'Reply deleted')
      await page.getByRole('article').getByText(ANSWERED).waitFor({ state: 'detached' })
    },
  },
  'a template is saved': {
    before: async (page) => {
      await open(page, '/app/reviews/templates')
      await button(page, 'New template').click()
      await page.getByLabel('Name').fill('Thanks')
      await page.getByLabel('Text').fill(TYPED)
    },
    act: (page) => button(page, 'Save template').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, 'Text', TYPED)
    },
    after: (page) => page.getByRole('heading', { name: 'Thanks' }).waitFor(),
  },
  'a review is added by hand': {
    before: async (page) => {
      await open(page, '/app')
      await goToImport(page)
      await button(page, 'Add a review by hand').click()
      await page.getByLabel('Review text').fill(TYPED)
      await page.getByLabel('Author').fill('Kim Vale')
      await page.getByLabel('Stars').selectOption('4')
    },
    act: (page) => button(page, 'Add review').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, 'Review text', TYPED)
    },
    after: (page) => page.getByRole('dialog').waitFor({ state: 'detached' }),
  },
  'a business is added': {
    before: async (page) => {
      await open(page, '/app/businesses/new')
      await page.getByLabel('Name', { exact: false }).first().fill(OTHER_BUSINESS)
    },
    act: (page) => button(page, 'Add business').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, /^Name/, OTHER_BUSINESS)
    },
    after: (page) => page.getByRole('heading', { name: OTHER_BUSINESS }).waitFor(),
  },
  'a business is deleted': {
    before: async (page) => {
      await open(page, '/app')
      await page.request.post('/trpc/businesses.create', {
        headers: { origin: new URL(page.url()).origin },
        data: { name: OTHER_BUSINESS },
      })
      await page.goto('/app/businesses')
      await chooseFromMenu(page, OTHER_BUSINESS, 'Delete')
    },
    act: (page) => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
    see: async (page) => {
      await text(page, `${OTHER_BUSINESS} is still here`)
      await heading(page, 'Businesses')
    },
    after: async (page) => {
      await chooseFromMenu(page, OTHER_BUSINESS, 'Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await text(page, `${OTHER_BUSINESS} is deleted`)
    },
  },
  'the profile is changed': {
    before: async (page) => {
      await open(page, '/app/profile')
      await page.getByLabel('Name', { exact: true }).fill('Wren A. Alder')
    },
    act: (page) => button(page, 'Save').click(),
    see: async (page) => {
      await text(page, HELD)
      await has(page, 'Name', 'Wren A. Alder')
    },
    after: (page) => text(page, 'Your profile is saved.'),
  },
}
