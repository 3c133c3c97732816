import type { Page } from 'playwright-core'
import { settled } from '#tests/browser/support/settled.ts'
import { button, goToImport, type Moment, NO_WORKER, open, PHONE, text, upToDate } from './moment.ts'

interface Overlay {
  begin: (page: Page) => Promise<unknown>
  /** What opens it. */
  press: (page: Page) => Promise<unknown>
  /** Something in it. */
  inside: (page: Page) => Promise<unknown>
  /** Its code. */
  chunk: RegExp
  context?: typeof PHONE
}

const dashboard = (page: Page) => page.goto('/app')
/** The buttons come with code of their own, a moment after the screen. */
const reviews = async (page: Page) => {
  await page.goto('/app/reviews?status=pending')
  await button(page, 'Templates').waitFor()
  await button(page, 'Keyboard shortcuts').waitFor()
}

const OVERLAYS: Record<string, Overlay> = {
  'the menu': {
    begin: dashboard,
    press: (page) => button(page, /^Account of/).click(),
    inside: (page) => page.getByRole('menuitem', { name: 'Profile' }).waitFor(),
    chunk: /open-user-menu/,
  },
  'the notifications': {
    begin: dashboard,
    press: (page) => button(page, /^Notifications/).click(),
    inside: (page) => page.getByRole('menu', { name: 'Notifications' }).waitFor(),
    chunk: /notification-menu/,
  },
  'the navigation on a phone': {
    begin: dashboard,
    press: (page) => button(page, 'Open navigation').click(),
    inside: (page) => page.getByRole('dialog').getByRole('link', { name: 'Businesses' }).waitFor(),
    chunk: /drawer-panel/,
    context: PHONE,
  },
  'the palette': {
    begin: async (page) => {
      await dashboard(page)
      await settled(page)
    },
    press: (page) => page.keyboard.press('Control+k'),
    inside: (page) => page.getByRole('combobox', { name: 'Screen, view, business or action' }).waitFor(),
    chunk: /open-palette/,
  },
  'the templates': {
    begin: reviews,
    press: (page) => button(page, 'Templates').click(),
    inside: (page) => page.getByRole('dialog', { name: 'Templates' }).waitFor(),
    chunk: /template-menu/,
  },
  'the keys': {
    begin: reviews,
    press: (page) => button(page, 'Keyboard shortcuts').click(),
    inside: (page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor(),
    chunk: /keys-dialog/,
  },
  'adding a review by hand': {
    begin: goToImport,
    press: (page) => button(page, 'Add a review by hand').click(),
    inside: (page) => page.getByLabel('Review text').waitFor(),
    chunk: /paste-dialog/,
  },
}

/** It is opened in a browser that has its code from the service worker. */
function opened({ begin, press, inside, context }: Overlay): Moment {
  return {
    before: async (page) => {
      await open(page, '/app')
      await begin(page)
      await settled(page)
    },
    act: press,
    see: inside,
    after: inside,
    ...(context && { context }),
  }
}

/** The same in a browser without one: a toast says so, and the next press opens it. */
function notLoaded({ begin, press, inside, chunk, context }: Overlay): Moment {
  return {
    before: begin,
    act: press,
    see: async (page) => {
      await text(page, 'That couldn’t be opened')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    after: async (page) => {
      // It lies over the header, and stays while the pointer is there. A server that was slow to start has outlasted it.
      await page.locator('button[aria-label="Dismiss"]').evaluateAll((buttons: HTMLButtonElement[]) => {
        for (const each of buttons) each.click()
      })
      await upToDate(page)
      await press(page)
      await inside(page)
    },
    without: chunk,
    context: { ...NO_WORKER, ...context },
  }
}

/** What opens over a screen. */
export const OVERLAY_MOMENTS: Record<string, Moment> = Object.fromEntries(
  Object.entries(OVERLAYS).flatMap(([name, overlay]) => [
    [`${name}: it opens`, opened(overlay)],
    [`${name}: it can’t be loaded`, notLoaded(overlay)],
  ]),
)
