import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appearancesOfPart } from './appearance.ts'
import { faultsOf } from './axe.ts'
import { lookingTest, type Objects, test, type Visitor } from './demo.ts'
import { OVERLAYS, type Overlay } from './overlays.ts'
import { press } from './press.ts'
import { addressAbout, SCREENS, type Screen } from './screens.ts'
import { open, read } from './settled.ts'
import { LEFT_EDGE_PX, type Seen } from './specification.ts'
import { type ScreenState, STATES } from './states.ts'

/** One screen, overlay or state, opened once by one visitor. */
interface Visit {
  name: string
  visitor: Visitor
  on: string
  faults: (page: Page, objects: Objects) => Promise<string[]>
}

const VISITORS = ['nobody', 'new', 'free', 'pro', 'ai_insights'] as const

function visitsOf(screen: Screen): Visit[] {
  const address = screen.path + (screen.query ?? '')
  return VISITORS.flatMap((visitor) => {
    const seen = visitor === 'new' ? undefined : screen.specified?.[visitor]
    const crumbs = visitor === 'pro' ? screen.crumbs : undefined
    const isMeasured = screen.visitors.includes(visitor)
    if (!isMeasured && !seen && !crumbs) return []
    return {
      name: `${address} for ${visitor}`,
      visitor,
      on: address,
      faults: (page: Page, objects: Objects) => {
        if (seen?.leadsTo) return redirectFaults(page, address, seen.leadsTo)
        return screenFaults(page, addressAbout(address, objects), { seen, crumbs, isMeasured })
      },
    }
  })
}

/** Checks a redirect without displaying its target, which has its own visits. */
export async function redirectFaults(page: Page, address: string, leadsTo: string): Promise<string[]> {
  const response = await page.request.get(address)
  return differences([
    ['address', pathAndSearch(response.url()), leadsTo],
    ['status', response.status(), 200],
  ])
}

interface Expected {
  seen?: Seen | undefined
  crumbs?: readonly string[] | undefined
  isMeasured: boolean
}

export async function screenFaults(
  page: Page,
  address: string,
  { seen, crumbs, isMeasured }: Expected,
): Promise<string[]> {
  const complaints = complaintsOf(page)
  complaints.length = 0
  // The server's HTML contains the texts; measurements need the hydrated screen.
  const response = await (isMeasured ? open : read)(page, address)
  const status = response?.status()
  return [
    ...(seen
      ? differences([
          ['address', pathAndSearch(page.url()), address],
          ['status', status, seen.status ?? 200],
        ])
      : []),
    ...(seen ? await textFaults(page, seen) : []),
    ...(crumbs ? await crumbFaults(page, crumbs) : []),
    ...(isMeasured ? [...(await edgeFaults(page)), ...(await faultsOf(page))] : []),
    // The browser itself reports the refused page.
    ...complaints.filter(
      (complaint) => !(complaint.includes(`status of ${status}`) && complaint.endsWith(page.url())),
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

async function textFaults(page: Page, { heading, main = {}, ...anywhere }: Seen): Promise<string[]> {
  const headings = await page.getByRole('heading', { level: 1 }).allInnerTexts()
  const faults = heading === undefined ? [] : differences([['heading', headings.join(' | '), heading]])
  for (const [part, { shows = [], lacks = [] }] of [
    ['body', anywhere],
    ['main', main],
  ] as const) {
    if (shows.length + lacks.length === 0) continue
    // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
    const text = (await page.locator(part).innerText()).replaceAll(/\s+/g, ' ')
    faults.push(...shows.filter((shown) => !text.includes(shown)).map((shown) => `${part} lacks ${shown}`))
    faults.push(...lacks.filter((shown) => text.includes(shown)).map((shown) => `${part} shows ${shown}`))
  }
  return faults
}

async function crumbFaults(page: Page, labels: readonly string[]): Promise<string[]> {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  const texts = await crumbs.getByRole('listitem').allInnerTexts()
  return differences([
    ['number of breadcrumbs', await crumbs.count(), labels.length === 0 ? 0 : 1],
    ['breadcrumbs', texts.map((text) => text.replace('/', '').trim()).join(' / '), labels.join(' / ')],
  ])
}

async function edgeFaults(page: Page): Promise<string[]> {
  const [heading] = await page.locator('main h1').all()
  const left = await heading?.evaluate((element) => element.getBoundingClientRect().left)
  return new URL(page.url()).pathname.startsWith('/app')
    ? differences([['left edge', left, LEFT_EDGE_PX]])
    : []
}

const complaintLists = new WeakMap<Page, string[]>()

/** Errors on a page's console since the first call. */
function complaintsOf(page: Page): string[] {
  const known = complaintLists.get(page)
  if (known) return known
  const complaints: string[] = []
  complaintLists.set(page, complaints)
  page.on('console', (message) => {
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(`console: ${error.message}`))
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
  const faults = await faultsOf(page, appearancesOfPart(widths))
  await page.keyboard.press(typeof closer === 'string' ? closer : 'Enter')
  await overlay.opened(page).waitFor({ state: 'detached' })
  const target = overlay.returnsTo?.(page) ?? opener
  const hasFocus = () => target.evaluate((element) => element === document.activeElement)
  await expect.poll(hasFocus, { message: 'focus' }).toBe(true)
  return faults
}

/** Address of each page whose last overlay closed properly; the next overlay there opens without a reload. */
const leftAt = new WeakMap<Page, string>()

function overlayVisit(overlay: Overlay): Visit {
  return {
    name: `${overlay.name}, and the focus comes back`,
    visitor: overlay.visitor ?? 'pro',
    on: overlay.on,
    async faults(page, objects) {
      const address = addressAbout(overlay.on, objects)
      const complaints = complaintsOf(page)
      complaints.length = 0
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
      const complaints = complaintsOf(page)
      complaints.length = 0
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

/** The walk through screens and their parts, by the name of the test file that runs each: `walk-NAME.test.ts`. */
export const WALK = new Map<string, readonly Visit[]>([
  ...filesOf('screens', SCREENS.flatMap(visitsOf), 20),
  // States come last, because they change what overlays need.
  ...filesOf('parts', [...OVERLAYS.map(overlayVisit).toSorted(byScreen), ...STATES.map(stateVisit)], 13),
])

function byScreen(a: Visit, b: Visit): number {
  return a.on.localeCompare(b.on)
}

/** Files of one visitor each, who has an account in each of them. */
function filesOf(name: string, visits: readonly Visit[], maxOfFile: number): [string, readonly Visit[]][] {
  return VISITORS.flatMap((visitor) => {
    const own = visits.filter((visit) => visit.visitor === visitor)
    const count = Math.ceil(own.length / maxOfFile)
    const length = Math.ceil(own.length / count)
    return Array.from({ length: count }, (_, part): [string, readonly Visit[]] => [
      [name, visitor.replace('_', '-'), ...(count === 1 ? [] : [part + 1])].join('-'),
      own.slice(part * length, (part + 1) * length),
    ])
  })
}

/** Runs a part of the walk: expects no visible or measurable faults anywhere. Opening a screen changes nothing. */
export function walk(name: string): void {
  const walking = name.startsWith('screens') ? lookingTest : test
  walking.for(WALK.get(name) ?? [])('$name', async ({ visitor, faults }, { visit }) => {
    const { page, objects } = await visit(visitor)
    expect(await faults(page, objects)).toEqual([])
  })
}
