import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { WIDGET_HEIGHTS } from '#worker/rules/widgets.ts'
import { expectAccessible } from './support/axe.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

const HOSTILE = '<img src=x onerror="window.taken=1"></script><script>window.taken=2</script>'
const MAX_SCRIPT_BYTES = 3 * 1024

/** The owner's server: one page with this code, under a policy that allows only the widget. */
async function startSite(product: { origin: string }) {
  const site = { origin: '', code: '' }
  const server = createServer((request, response) => {
    const isPage = request.url === '/'
    response.writeHead(isPage ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${product.origin}; connect-src ${product.origin}; frame-src ${product.origin}; style-src 'unsafe-inline'; require-trusted-types-for 'script'`,
    })
    response.end(
      isPage
        ? `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Harbor Books</title>
          <style>body{margin:16px}a{color:#0550ae;display:inline-block;min-height:44px}</style><body><main><h1>Harbor Books</h1>
          <p>Before.</p>${site.code}<p id="after">After.</p></main></body></html>`
        : '',
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  site.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return site
}

/** Visitor of the owner's site, without headers that would need the product's permission. */
async function newVisitor(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return { context, page, complaints }
}

/** Sum of the page's layout shifts so far. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )
}

test('a widget is set up with a few clicks and shown on a page of another origin', async ({
  newPerson,
  product,
  browser,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [
    ...Array.from({ length: 12 }, (_, n) => ({
      business,
      authorName: `Guest ${n}`,
      text: 'Fine. '.repeat(60),
    })),
    { business, authorName: HOSTILE, text: `${HOSTILE} Cold soup.`, rating: 1 },
    { business, authorName: 'Noor', text: 'خدمة ممتازة', rating: 5, language: 'ar' },
  ])
  const [site, elsewhere] = await Promise.all([startSite(product), startSite(product)])

  await open(page, '/app/businesses')
  await chooseFromMenu(page, 'Harbor Books', 'Show on your site')
  await page.getByRole('button', { name: 'New widget' }).first().click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('Cold soup.').waitFor()
  await page.getByLabel('Stars').selectOption('4 and 5 stars only')
  await preview.getByText('Shown: only those with 4 or 5 stars').waitFor()
  expect(await preview.getByText('Cold soup.').count()).toBe(0)
  await page.getByLabel('Stars').selectOption('All')
  await page.getByLabel('Colors').selectOption('As the visitor’s device')
  await preview.getByText('Shown: the newest 10.').waitFor()
  await page.getByLabel('Your sites').fill('my shop')
  await page.getByRole('button', { name: 'Save widget' }).click()
  await page.getByText('‘my’ isn’t the address of a site.').waitFor()
  await page.getByLabel('Your sites').fill(site.origin)
  await page.getByRole('button', { name: 'Save widget' }).click()
  await page.getByText('Code for your page').click()
  const codes = page.locator('pre')
  await codes.nth(1).waitFor()
  const [script = '', frame = ''] = await codes.allTextContents()
  await expectAccessible(page)
  // The 400 is for the invalid site.
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
  expect(await page.evaluate('window.taken')).toBeUndefined()

  const guest = await newVisitor(browser)
  const asked: string[] = []
  guest.page.on('request', (request) => {
    if (request.url().startsWith(product.origin)) asked.push(new URL(request.url()).pathname)
  })
  for (const width of [1440, 390]) {
    await guest.page.setViewportSize({ width, height: 844 })
    asked.length = 0
    site.code = script
    await guest.page.goto(site.origin)
    await guest.page.getByText('Cold soup.').waitFor()
    await guest.page.getByRole('region', { name: 'Reviews of Harbor Books' }).last().waitFor()
    // The script and its single request.
    expect(asked).toEqual([
      expect.stringMatching(/^\/widget\/[\w-]{22}\.js$/),
      expect.stringMatching(/^\/widget\/[\w-]{22}\.json$/),
    ])
    expect(await shiftOf(guest.page)).toBe(0)
    expect(await guest.page.evaluate('window.taken')).toBeUndefined()
    expect(await guest.page.locator('[data-review-widget]').evaluate((host) => host.clientHeight)).toBe(
      WIDGET_HEIGHTS.list,
    )
    expect(await guest.page.locator('[data-review-widget] img').count()).toBe(0)
  }
  await expectAccessible(guest.page)
  expect(await guest.context.cookies()).toEqual([])
  // The script element alone shows the widget where it stands.
  site.code = script.slice(script.indexOf('<script'))
  await guest.page.goto(site.origin)
  await guest.page.getByText('Cold soup.').waitFor()
  site.code = script
  await guest.page.goto(site.origin)
  await guest.page.getByText('Cold soup.').waitFor()
  // The list scrolls by keyboard.
  await guest.page.locator('.x').focus()
  await guest.page.keyboard.press('End')
  await expect.poll(() => guest.page.locator('.x').evaluate((list) => list.scrollTop)).toBeGreaterThan(0)

  site.code = frame
  await guest.page.goto(site.origin)
  await guest.page.frameLocator('iframe').getByText('Cold soup.').waitFor()
  expect(await shiftOf(guest.page)).toBe(0)
  await expectAccessible(guest.page)
  expect(guest.complaints).toEqual([])

  // A site that the owner hasn't listed.
  const visitor = await newVisitor(browser)
  elsewhere.code = script + frame
  await visitor.page.goto(elsewhere.origin)
  const refusals = () => visitor.complaints.join('\n')
  await expect.poll(refusals).toMatch(/blocked by CORS policy/)
  await expect.poll(refusals).toMatch(/frame-ancestors/)
  expect(await visitor.page.getByText('Cold soup.').count()).toBe(0)
  expect(await visitor.page.locator('[data-review-widget]').evaluate((host) => host.shadowRoot)).toBeNull()
})

test('the widget’s script is small enough and can be loaded by other sites', async ({ product }) => {
  const code = await readFile(new URL('../../build/client/widget.js', import.meta.url))
  expect(gzipSync(code).length).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  const answer = await fetch(`${product.origin}/widget/${'0'.repeat(22)}.js`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await answer.text()).toBe(String(code))
})
