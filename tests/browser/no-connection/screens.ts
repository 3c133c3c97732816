import type { Page } from 'playwright-core'
import {
  address,
  button,
  COPY,
  heading,
  link,
  type Moment,
  noConnection,
  OPENS,
  open,
  PHONE,
  review,
  text,
  upToDate,
} from './moment.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
const author = (page: Page, row: number) => rows(page).nth(row).locator('b').textContent()
const shown = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 })

/** Reviews, then Businesses. */
async function goThroughScreens(page: Page): Promise<void> {
  await open(page, '/app')
  await link(page, 'Reviews')
  await heading(page, 'Reviews')
  await link(page, 'Businesses')
  await heading(page, 'Businesses')
}

async function seeCopyOfReviews(page: Page): Promise<void> {
  await heading(page, 'Reviews')
  await text(page, COPY)
  await review(page)
}

/** Going from screen to screen. */
export const SCREENS: Record<string, Moment> = {
  'a screen that was never open is asked for': {
    before: (page) => open(page, '/app'),
    act: (page) => link(page, 'Businesses'),
    see: async (page) => {
      await heading(page, 'Dashboard')
      await text(page, OPENS)
    },
    after: (page) => heading(page, 'Businesses'),
  },
  'a screen that was open before is asked for': {
    before: goThroughScreens,
    act: (page) => link(page, 'Reviews'),
    see: seeCopyOfReviews,
    after: upToDate,
  },
  'somebody goes back': {
    before: goThroughScreens,
    act: (page) => page.goBack(),
    see: seeCopyOfReviews,
    after: upToDate,
  },
  'the page is loaded again': {
    before: async (page) => {
      await open(page, '/app')
      await page.goto('/app/reviews')
    },
    act: (page) => page.reload(),
    see: seeCopyOfReviews,
    after: upToDate,
  },
  'a screen that a click had opened is asked for by its address': {
    before: async (page) => {
      await goThroughScreens(page)
      await page.goto('/app')
    },
    act: (page) => page.goto('/app/businesses'),
    see: async (page) => {
      await heading(page, 'Businesses')
      await text(page, COPY)
    },
    after: upToDate,
  },
  'a screen of which nothing is kept is asked for by its address': {
    before: (page) => open(page, '/app'),
    act: (page) => page.goto('/app/profile'),
    see: (page) => heading(page, 'No connection'),
    after: (page) => heading(page, 'Profile'),
  },
  'a view is chosen': {
    before: async (page) => {
      await open(page, '/app/reviews')
      await review(page)
    },
    act: (page) => link(page, /^Unhappy/),
    see: async (page) => {
      await text(page, OPENS)
      await review(page)
    },
    after: (page) => address(page, /sentiment=negative/),
  },
  'a search is begun': {
    before: (page) => open(page, '/app/reviews'),
    act: async (page) => {
      await page.getByRole('searchbox').fill('corner')
      await page.keyboard.press('Enter')
    },
    see: async (page) => {
      await text(page, OPENS)
      await page.getByRole('searchbox').and(page.locator('[value], :not([value])')).waitFor()
    },
    after: (page) => address(page, /search=corner/),
  },
  'another review is opened': {
    before: async (page) => {
      await open(page, '/app/reviews')
      await review(page)
    },
    act: (page) => rows(page).nth(1).getByRole('link').click(),
    see: async (page) => {
      await shown(page)
        .filter({ hasText: (await author(page, 1)) ?? '' })
        .waitFor()
    },
    after: (page) => address(page, /\/app\/reviews\/\d+/),
  },
  'a review is opened on a phone': {
    before: (page) => open(page, '/app/reviews'),
    act: (page) => rows(page).first().getByRole('link').click(),
    see: (page) => shown(page).waitFor(),
    after: (page) => address(page, /\/app\/reviews\/\d+/),
    context: PHONE,
  },
  'the screen is read again': {
    before: (page) => open(page, '/app/reviews'),
    act: (page) => page.evaluate(() => window.dispatchEvent(new Event('business-updated'))),
    see: async (page) => {
      await noConnection(page)
      await review(page)
    },
    after: upToDate,
  },
  'nobody does anything, and the bell asks for what is new': {
    before: (page) => open(page, '/app'),
    act: (page) => page.evaluate(() => window.dispatchEvent(new Event('review-scraped'))),
    see: async (page) => {
      await noConnection(page)
      await heading(page, 'Dashboard')
    },
    after: async (page) => {
      await upToDate(page)
      await button(page, /^Notifications/).waitFor()
    },
  },
}
