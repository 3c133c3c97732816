import type { CDPSession, Page } from 'playwright-core'
import { inject } from 'vitest'

/** How a page is displayed: for a mouse or a finger, wide or narrow, light or dark. */
export interface Appearance {
  name: string
  width: number
  height: number
  scheme: 'light' | 'dark'
  isTouch?: boolean
}

const LIGHT_DESK: Appearance = { name: 'light', width: 1440, height: 900, scheme: 'light' }
const DARK_DESK: Appearance = { name: 'dark', width: 1440, height: 900, scheme: 'dark' }
const LIGHT_PHONE: Appearance = { name: 'phone', width: 390, height: 844, scheme: 'light', isTouch: true }
const DARK_PHONE: Appearance = { name: 'dark phone', width: 390, height: 844, scheme: 'dark', isTouch: true }
const TABLET: Appearance = { name: 'tablet', width: 820, height: 1180, scheme: 'light', isTouch: true }

/** True in `npm run test:all`. */
const isEverything = inject('suite') === 'all'

/** Touch comes last, because a page keeps that setting until it is left. */
export const APPEARANCES: readonly Appearance[] = isEverything
  ? [LIGHT_DESK, DARK_DESK, LIGHT_PHONE, DARK_PHONE, TABLET]
  : [LIGHT_DESK, DARK_PHONE]

/** Appearances for checks of a part of a screen. By default without the dark desktop: dark is checked on the phone. */
export function appearancesOfPart(widths?: readonly number[]): readonly Appearance[] {
  return APPEARANCES.filter((appearance) =>
    widths ? widths.includes(appearance.width) : appearance !== DARK_DESK,
  )
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/** Changes a page's appearance without reloading, and resolves once it has been drawn. */
export async function appear(page: Page, { width, height, scheme, isTouch = false }: Appearance) {
  await Promise.all([
    page.setViewportSize({ width, height }),
    page.emulateMedia({ colorScheme: scheme }),
    isTouch && emulateFinger(page, true),
  ])
  await drawn(page)
}

/** Resets a page to light, a mouse and this size. */
export async function leaveAppearances(page: Page, size: ReturnType<Page['viewportSize']>): Promise<void> {
  await Promise.all([
    emulateFinger(page, false),
    size && page.setViewportSize(size),
    page.emulateMedia({ colorScheme: 'light' }),
  ])
}

/**
 * Gives a page the media `pointer: coarse` and `hover: none`. Playwright can only set them for a whole browser profile.
 */
async function emulateFinger(page: Page, enabled: boolean): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled })
}

/**
 * Switches a page's scripts on or off, from its next load on. Playwright can only do so for a whole browser profile.
 */
export async function runScripts(page: Page, isWanted: boolean): Promise<void> {
  const session = await sessionOf(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: !isWanted })
}

function sessionOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  return session
}

/** Ends transitions at once: an inherited colour changes one level after the other, over dozens of frames. */
export function endTransitions(page: Page): Promise<void> {
  return page.evaluate(stopTransitions)
}

/** Runs in a page. */
export function stopTransitions(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Resolves once a page is drawn with its current size and colours, and nothing moves any more. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // Endless animations mean that something is still loading.
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity,
        )
    for (let frames = 0; frames < 2; frames = isMoving() ? 0 : frames + 1)
      await new Promise((done) => requestAnimationFrame(done))
  })
}
