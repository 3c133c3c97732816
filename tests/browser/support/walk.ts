import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appearancesOfPart } from './appearance.ts'
import { faultsOf, prepareAxe } from './axe.ts'
import { type Objects, test, type Visitor } from './demo.ts'
import { OVERLAYS, type Overlay } from './overlays.ts'
import { press } from './press.ts'
import { addressAbout, SCREENS, type Screen } from './screens.ts'
import { open } from './settled.ts'
import { LEFT_EDGE_PX, type Offer, type Seen } from './specification.ts'
import { type ScreenState, STATES } from './states.ts'

/** One screen, overlay or state, opened once by one visitor. */
interface Visit {
  name: string
  visitor: Visitor
  on: string
  faults: (page: Page, objects: Objects) => Promise<string[]>
}

const VISITORS = ['nobody', 'new', 'free', 'pro', 'ai_insights'] as const

/** Address of each page that was left as it was opened; the next visit there opens an overlay without a reload. */
const leftAt = new WeakMap<Page, string>()

function screenVisits({ path, query = '', visitors, specified }: Screen): Visit[] {
  return visitors.map((visitor) => ({
    name: `${path}${query} for ${visitor}`,
    visitor,
    on: path + query,
    async faults(page, objects) {
      const address = addressAbout(path + query, objects)
      const seen = visitor === 'new' || visitor === 'small' ? undefined : specified?.[visitor]
      const faults = await screenFaults(page, address, seen)
      leftAt.set(page, address)
      return faults
    },
  }))
}

/** Texts, statuses and redirects of screens are tested in tests/edge/screens/specified.test.ts. */
export async function screenFaults(page: Page, address: string, seen?: Seen): Promise<string[]> {
  const complaints = await watch(page)
  const response = await open(page, address)
  return [
    ...(seen ? differences([['address', pathAndSearch(page.url()), address]]) : []),
    ...(await offerFaults(page, seen?.offers ?? [])),
    ...(seen?.dotHue === undefined ? [] : await dotFaults(page, seen.dotHue)),
    ...(await edgeFaults(page)),
    ...(await faultsOf(page)),
    // The browser itself reports the refused page.
    ...complaints.filter(
      (complaint) =>
        !(complaint.includes(`status of ${response?.status()}`) && complaint.endsWith(page.url())),
    ),
  ]
}

function pathAndSearch(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

function differences(pairs: readonly [string, unknown, unknown][]): string[] {
  return pairs
    .filter(([_, found, expected]) => found !== expected)
    .map(([what, found, expected]) => `${what} is ${found}, not ${expected}`)
}

async function offerFaults(page: Page, offers: readonly Offer[]): Promise<string[]> {
  const faults = offers.map(async ({ role, name, leadsTo }) => {
    const found = page.getByRole('main').getByRole(role, { name })
    const count = await found.count()
    if (count !== 1) return [`${count} of ${role} ${name}`]
    const target = leadsTo === undefined ? '' : await found.getAttribute('href')
    return target?.includes(leadsTo ?? '') ? [] : [`${name} leads to ${target}, not ${leadsTo}`]
  })
  return (await Promise.all(faults)).flat()
}

/** Grey has hardly any chroma. */
const MAX_GREY_CHROMA = 0.03
const MAX_HUE_DIFFERENCE = 20

async function dotFaults(page: Page, hue: number | null): Promise<string[]> {
  const dot = page
    .getByText(/^(Free|Pro|AI Insights) plan$/)
    .first()
    .locator('xpath=preceding-sibling::span')
  const color = await dot.evaluate((element) => getComputedStyle(element).backgroundColor)
  const [, chroma, ownHue] = /^oklch\([\d.]+ ([\d.]+) ([\d.]+)/.exec(color) ?? []
  const isRight =
    hue === null
      ? Number(chroma) < MAX_GREY_CHROMA
      : Number(chroma) >= MAX_GREY_CHROMA && Math.abs(Number(ownHue) - hue) < MAX_HUE_DIFFERENCE
  return isRight ? [] : [`dot is ${color}, not of hue ${hue}`]
}

async function edgeFaults(page: Page): Promise<string[]> {
  const [heading] = await page.locator('main h1').all()
  const left = await heading?.evaluate((element) => element.getBoundingClientRect().left)
  return new URL(page.url()).pathname.startsWith('/app')
    ? differences([['left edge', left, LEFT_EDGE_PX]])
    : []
}

const complaintLists = new WeakMap<Page, string[]>()

/** Errors on a page's console from now on. */
async function watch(page: Page): Promise<readonly string[]> {
  const known = complaintLists.get(page)
  if (known) {
    known.length = 0
    return known
  }
  const complaints: string[] = []
  complaintLists.set(page, complaints)
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(`console: ${error.message}`))
  await prepareAxe(page)
  return complaints
}

/** Opens an overlay from its control, checks and closes it; the focus has to return. */
async function overlayFaults(page: Page, overlay: Overlay): Promise<string[]> {
  const { widths, key = 'Enter', closer = 'Escape' } = overlay
  await overlay.begin?.(page)
  const outer = overlay.within?.(page)
  if (outer) await press(outer)
  const opener = overlay.opener(page)
  await press(opener, key)
  await overlay.opened(page).waitFor()
  // A focused or hovered toast stays, however long the check takes.
  if (typeof closer !== 'string') await closer(page).focus()
  const faults = [
    ...((await overlay.faults?.(page)) ?? []),
    ...(await faultsOf(page, appearancesOfPart(widths))),
  ]
  await page.keyboard.press(typeof closer === 'string' ? closer : 'Enter')
  await overlay.opened(page).waitFor({ state: 'detached' })
  const target = overlay.returnsTo?.(page) ?? opener
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  await expect.poll(hasFocus, { message: 'focus' }).toBe(true)
  return faults
}

function overlayVisit(overlay: Overlay): Visit {
  return {
    name: `${overlay.name}, and the focus comes back`,
    visitor: overlay.visitor ?? 'pro',
    on: overlay.on,
    async faults(page, objects) {
      const address = addressAbout(overlay.on, objects)
      const complaints = await watch(page)
      await page.setViewportSize({ width: overlay.widths?.[0] ?? 1440, height: 900 })
      if (leftAt.get(page) !== address) await open(page, address)
      leftAt.delete(page)
      const faults = await overlayFaults(page, overlay)
      leftAt.set(page, address)
      return [...faults, ...complaints]
    },
  }
}

function stateVisit({ name, on, visitor, reach, refused, leave }: ScreenState): Visit {
  return {
    name,
    visitor,
    on,
    async faults(page, objects) {
      const complaints = await watch(page)
      await open(page, addressAbout(on, objects))
      await reach(page)
      try {
        const faults = await faultsOf(page, appearancesOfPart())
        return [...faults, ...complaints.filter((complaint) => !refused?.test(complaint))]
      } finally {
        await leave?.(page)
      }
    },
  }
}

const MAX_VISITS_OF_FILE = 16

/** The walk through screens and their parts, by the name of the test file that runs each: `walk-NAME.test.ts`. */
export const WALK = new Map<string, readonly Visit[]>(VISITORS.flatMap(filesOf))

/** Files of one visitor, who has an account in each of them. */
function filesOf(visitor: (typeof VISITORS)[number]): [string, readonly Visit[]][] {
  const isOwn = (visit: Visit) => visit.visitor === visitor
  const visits = [
    // The overlays of a screen follow it.
    ...[...SCREENS.flatMap(screenVisits), ...OVERLAYS.map(overlayVisit)].filter(isOwn).toSorted(byScreen),
    // States come last, because they change what overlays need.
    ...STATES.map(stateVisit).filter(isOwn),
  ]
  const count = Math.ceil(visits.length / MAX_VISITS_OF_FILE)
  const length = Math.ceil(visits.length / count)
  return Array.from({ length: count }, (_, part): [string, readonly Visit[]] => [
    [visitor.replace('_', '-'), ...(count === 1 ? [] : [part + 1])].join('-'),
    visits.slice(part * length, (part + 1) * length),
  ])
}

function byScreen(a: Visit, b: Visit): number {
  return a.on.localeCompare(b.on)
}

/** Runs a part of the walk: expects no visible or measurable faults anywhere. */
export function walk(name: string): void {
  test.for(WALK.get(name) ?? [])('$name', async ({ visitor, faults }, { visit }) => {
    const { page, objects } = await visit(visitor)
    expect(await faults(page, objects)).toEqual([])
  })
}
