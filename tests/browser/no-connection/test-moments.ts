import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { newPerson } from '#tests/browser/support/person.ts'
import { makeAccount, send } from '#tests/browser/support/sign-up.ts'
import { test as base } from '#tests/browser/support/test.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { type FragileProduct, startFragileProduct } from './fragile-product.ts'
import { ANSWERED, EMAIL, type Moment, OTHER_BUSINESS } from './moment.ts'

/** One of each kind, run with `npm test` in a file for each way; the other moments run with `npm run test:all`. */
const REPRESENTATIVES = new Set([
  'without net: the page is loaded again',
  'without net: a screen that was never open is asked for',
  'with the server killed: a reply is sent',
  'without net: a reply is typed before the composer is there',
  'without net: the templates: it can’t be loaded',
  'without net: a template is saved',
])

const test = base
  // Its server is killed, so no other file can share it.
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('fragile', { scope: 'file' }, async ({}, { onCleanup }) => {
    const fragile = await startFragileProduct()
    onCleanup(() => fragile.close())
    return fragile
  })
  .extend('signedIn', { scope: 'file' }, async ({ browser, fragile: { origin, server } }) => {
    const { page, context } = await newPerson(browser, { baseURL: origin })
    await makeAccount(page, EMAIL)
    await context.clearCookies()
    await makeAccount(page, `owner-${EMAIL}`)
    await server.query("UPDATE organization_subscriptions SET plan_type = 'pro'")
    const { name } = LISTINGS.small
    await send(page, 'businesses.create', { name, googleBusinessUrl: googleUrl(LISTINGS.small) })
    const [business] = await server.query<{ id: string }>('SELECT id FROM businesses')
    await send(page, 'collection.start', { businessId: business?.id, options: {} })
    const open = "SELECT 1 FROM scrape_runs WHERE status IN ('queued', 'running')"
    await expect.poll(() => server.query(open), { interval: 20 }).toEqual([])
    // Without it there is no second business.
    await server.query('UPDATE users SET email_verified_at = 1')
    const state = await context.storageState()
    await context.close()
    return state
  })

/** One business with three reviews, the first with a reply: moments change them. */
async function beginAnew({ server, origin }: FragileProduct, context: BrowserContext): Promise<void> {
  await server.query('DELETE FROM review_responses')
  await server.query(
    `UPDATE reviews SET responded = owner_response_text IS NOT NULL, response_id = NULL, response_text = NULL,
      response_at = NULL, response_edited_at = NULL, response_posted = 0, response_posted_at = NULL
    WHERE response_id IS NOT NULL`,
  )
  await server.query('DELETE FROM reply_templates')
  await server.query('DELETE FROM businesses WHERE name = ?', OTHER_BUSINESS)
  const [review] = await server.query<{ id: number }>('SELECT id FROM reviews ORDER BY id LIMIT 1')
  await context.request.post('/trpc/responses.create', {
    headers: { origin },
    data: { reviewId: String(review?.id), text: ANSWERED },
  })
}

const WAYS = ['without net', 'with the server killed'] as const
type Taken = (typeof WAYS)[number]

interface Outage {
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

/** A browser without net knows that it has none; with a killed server it is told nothing, and what was stored must be there after. */
function outage(taken: Taken, { server, gate }: FragileProduct, context: BrowserContext): Outage {
  if (taken === 'without net') {
    return { begin: () => context.setOffline(true), end: () => context.setOffline(false) }
  }
  return {
    async begin() {
      await gate.shut()
      await server.kill()
    },
    async end() {
      await server.start()
      await gate.open()
      await context.setOffline(false)
    },
  }
}

/**
 * Takes the net away, and kills the server, at each of these moments: nothing is lost, and everything goes on by itself. A
 * moment is either among the representatives or among the others.
 */
export function testMoments(
  moments: Record<string, Moment>,
  among: 'representatives' | 'others',
  ways: readonly Taken[] = WAYS,
): void {
  const cases = Object.entries(moments)
    .flatMap(([name, moment]) =>
      ways.map((taken) => ({
        title: `${taken}: ${name}`,
        taken,
        moment,
      })),
    )
    .filter(({ title }) => REPRESENTATIVES.has(title) === (among === 'representatives'))
  test.for(cases)('$title', async ({ taken, moment }, { browser, fragile, signedIn, onTestFinished }) => {
    const { page, context } = await newPerson(browser, {
      baseURL: fragile.origin,
      serviceWorkers: 'allow',
      ...(moment.isSignedOut ? {} : { storageState: signedIn }),
      ...moment.context,
    })
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await page.screenshot({ path: '.test-output/no-connection.png' })
      await context.close()
    })
    if (!moment.isSignedOut) await beginAnew(fragile, context)
    const { promise: isOut, resolve: goOut } = Promise.withResolvers<void>()
    if (moment.without) {
      await context.route(moment.without, async (route) => {
        if (moment.isAskedForBefore) await isOut
        await route.abort()
      })
    }
    await moment.before(page)
    const { begin, end } = outage(taken, fragile, context)
    await begin()
    goOut()
    try {
      await moment.act(page)
      await moment.see(page)
      // A browser without a server may lose its net as well.
      await context.setOffline(true)
      await moment.see(page)
    } finally {
      if (moment.without) await context.unroute(moment.without)
      await end()
    }
    await moment.after(page)
    expect(await page.getByText(/Connection Error|Unexpected Application Error/).count()).toBe(0)
  })
}
