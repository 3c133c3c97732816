import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { D1Database } from '@cloudflare/workers-types'
import { type Browser, chromium } from 'playwright-core'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { build } from './local/build.ts'
import { requireChromium } from './local/chromium.ts'
import { migrate } from './local/migrate.ts'
import { ROOT } from './local/run.ts'
import { DEMO_PASSWORD, seedDemo } from './local/seed.ts'
import { startServer } from './local/server.ts'
import { chooseUpstream } from './local/upstream.ts'

// Renews the screenshots of the product on the landing page and in the README, from its demo data: `npm run pictures`,
// after a screen has changed.
const FOLDER = `${ROOT}app/components/landing/pictures`
const PORT = 8790
const DEMO_EMAIL = 'ai@demo.test'
const SCHEMES = ['light', 'dark'] as const

interface Picture {
  name: string
  path: string
  width: number
  height: number
  /** Pixels of the picture per pixel of the page. */
  scale: number
  /** WebP quality, from 0 to 1. */
  quality: number
}

/** `app/components/landing/landing-page.tsx` uses the same names and sizes. */
const PICTURES: readonly Picture[] = [
  { name: 'dashboard', path: '/app', width: 1120, height: 720, scale: 1, quality: 0.5 },
  { name: 'reviews', path: '/app/reviews?status=pending', width: 390, height: 680, scale: 1, quality: 0.5 },
]

/** The README's picture, docs/dashboard.png. */
const README: Picture = { name: 'dashboard', path: '/app', width: 1440, height: 900, scale: 1, quality: 1 }

async function takePicture(browser: Browser, origin: string, picture: Picture, scheme: 'light' | 'dark') {
  const png = await shoot(browser, origin, picture, scheme)
  const webp = await toWebp(browser, png, picture.quality)
  await writeFile(`${FOLDER}/${picture.name}-${scheme}.webp`, webp)
  console.log(`${picture.name}-${scheme}.webp: ${Math.round(webp.length / 1024)} KB`)
}

async function shoot(browser: Browser, origin: string, picture: Picture, scheme: 'light' | 'dark') {
  const { width, height, scale } = picture
  const context = await browser.newContext({
    baseURL: origin,
    colorScheme: scheme,
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
    reducedMotion: 'reduce',
    // With a service worker, the network would never be idle.
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(`/login?redirectTo=${encodeURIComponent(picture.path)}`)
  await page.locator('input[name=email]').fill(DEMO_EMAIL)
  await page.locator('input[name=password]').fill(DEMO_PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(({ pathname, search }) => pathname + search === picture.path)
  // The second load has the font in its cache; the first may have rendered without it.
  await page.reload({ waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  const png = await page.screenshot()
  await context.close()
  return png
}

/** Uses Chromium's encoder, so nothing else needs to be installed. */
async function toWebp(browser: Browser, png: Buffer, quality: number): Promise<Buffer> {
  const page = await browser.newPage()
  const address = await page.evaluate(
    async ({ source, quality }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, quality },
  )
  await page.close()
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** True while AI Insights has no findings yet for one of the demo businesses. */
async function hasUnread(d1: D1Database): Promise<boolean> {
  const found = await d1
    .prepare(
      `SELECT count(*) AS count FROM businesses JOIN organization_subscriptions AS current USING (organization_id)
      LEFT JOIN insight_findings ON business_id = businesses.id
      WHERE current.plan_type = 'ai_insights' AND coalesce(findings, '[]') = '[]'`,
    )
    .first<{ count: number }>()
  return found === null || found.count > 0
}

console.log('Building …')
await build()
const stateDir = await mkdtemp(join(tmpdir(), 'pictures-'))
await migrate(stateDir)
const upstream = await chooseUpstream()
const settings = { ...upstream.settings, APP_ORIGIN: `http://localhost:${PORT}` }
const server = await startServer({ port: PORT, stateDir, settings })
await seedDemo(await server.database(), settings, stateDir)
// The pictures show findings, which a queue first has to compute from the reviews.
while (await hasUnread(await server.database())) {
  await server.tick()
  await setTimeout(SECOND_MS)
}
const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
for (const picture of PICTURES) {
  for (const scheme of SCHEMES) await takePicture(browser, settings.APP_ORIGIN, picture, scheme)
}
await writeFile(`${ROOT}docs/dashboard.png`, await shoot(browser, settings.APP_ORIGIN, README, 'light'))
await Promise.allSettled([browser.close(), server.close(), upstream.close()])
await rm(stateDir, { recursive: true, force: true })
process.exit(0)
