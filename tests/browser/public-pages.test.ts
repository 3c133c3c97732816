import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'
import { PUBLIC_PATHS } from '#worker/rules/paths.ts'
import { open, settled } from './support/settled.ts'
import { test } from './support/test.ts'

const MAX_BYTES = 100 * 1024

/** Bytes that a page makes the browser fetch, text compressed as in production. */
async function weightOf(page: Page, path: string): Promise<number> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await open(page, path)
  // Scroll to the end so that lazy pictures load, too.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await settled(page)
  const sizes = await Promise.all(
    responses.map(async (response) => {
      const body = await response.body()
      return /^text/.test(response.headers()['content-type'] ?? '') ? gzipSync(body).length : body.length
    }),
  )
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

function leftOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().left)
}

// The walk measures them at 390 and 1440 pixels.
test('public pages fit the smallest and the largest screen, share one left edge and stay within the size limit', async ({
  newPerson,
}) => {
  for (const path of PUBLIC_PATHS.filter((path) => path !== '/landing')) {
    const { page, complaints, context } = await newPerson({ viewport: { width: 320, height: 700 } })
    expect([path, (await weightOf(page, path)) <= MAX_BYTES]).toEqual([path, true])
    for (const width of [320, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      expect([path, width, await overflow(page)]).toEqual([path, width, 0])
    }
    expect([path, await leftOf(page, 'main h1')]).toEqual([path, await leftOf(page, 'header a')])
    expect(complaints).toEqual([])
    await context.close()
  }
})

/** Names of the pictures that the browser fetched. */
function picturesOf(page: Page): string[] {
  const fetched: string[] = []
  page.on('request', (request) => {
    const [name] = /\w+-(?:light|dark)(?=-[\w-]+\.webp$)/.exec(request.url()) ?? []
    if (name) fetched.push(name)
  })
  return fetched
}

test.for([
  ['dark', undefined, 'dashboard-dark'],
  ['dark', 'light', 'dashboard-light'],
] as const)(
  'a %s system with %s chosen shows %s on the landing page and fetches no other',
  async ([colorScheme, chosen, shown], { newPerson, product }) => {
    const { page, context } = await newPerson({ colorScheme })
    if (chosen) await context.addCookies([{ name: 'theme', value: chosen, url: product.origin }])
    const fetched = picturesOf(page)
    await open(page, '/')
    const scheme = shown.endsWith('dark') ? 'dark' : 'light'
    expect(fetched).toContain(shown)
    expect(fetched.filter((name) => !name.endsWith(scheme))).toEqual([])
    const isDark = await page.evaluate(() => {
      const [, lightness = ''] = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor) ?? []
      return Number(lightness) < 0.5
    })
    expect(isDark).toBe(scheme === 'dark')
    await context.close()
  },
)
