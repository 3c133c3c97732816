import type { BrowserContext } from 'playwright-core'
import { test as base, expect } from 'vitest'
import { launchBrowser } from '#tests/browser/support/browser.ts'
import { newPerson } from '#tests/browser/support/person.ts'
import { signUp } from '#tests/browser/support/sign-up.ts'
import { addSmallListing } from '#tests/browser/support/small-listing.ts'
import { type FragileProduct, startFragileProduct } from './fragile-product.ts'
import { ANSWERED, EMAIL, type Moment, OTHER_BUSINESS } from './moment.ts'

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
    const product = await startFragileProduct()
    onCleanup(() => product.close())
    return product
  })
  // biome-ignore lint/correctness/noEmptyPattern: the same
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('signedIn', { scope: 'file' }, async ({ browser, product }) => {
    const guest = await newPerson(browser, { baseURL: product.origin })
    await signUp(guest.page, EMAIL)
    await guest.context.close()
    const { page, context } = await newPerson(browser, { baseURL: product.origin })
    await signUp(page, `owner-${EMAIL}`)
    await addSmallListing(page)
    await product.server.query("UPDATE organization_subscriptions SET plan_type = 'pro'")
    // Without it there is no second business.
    await product.server.query('UPDATE users SET email_verified_at = 1')
    const state = await context.storageState()
    await context.close()
    return state
  })

/** One business with three reviews, the first with a reply: moments change them. */
async function beginAnew({ server, origin }: FragileProduct, context: BrowserContext): Promise<void> {
  await server.query('DELETE FROM review_responses')
  await server.query('DELETE FROM reply_templates')
  await server.query('DELETE FROM businesses WHERE name = ?', OTHER_BUSINESS)
  const [review] = await server.query<{ id: number }>('SELECT id FROM reviews ORDER BY id LIMIT 1')
  await context.request.post('/trpc/responses.create', {
    headers: { origin },
    data: { reviewId: String(review?.id), text: ANSWERED },
  })
}

type Taken = 'without net' | 'with the server killed'

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

/** Takes the net away, and kills the server, at each of these moments: nothing is lost, and everything goes on by itself. */
export function testMoments(moments: Record<string, Moment>): void {
  const cases = Object.entries(moments).flatMap(([name, moment]) =>
    (['without net', 'with the server killed'] as const).map((taken) => ({ taken, name, moment })),
  )
  test.for(cases)(
    '$taken: $name',
    async ({ taken, moment }, { browser, product, signedIn, onTestFinished }) => {
      const { page, context } = await newPerson(browser, {
        baseURL: product.origin,
        ...(moment.isSignedOut ? {} : { storageState: signedIn }),
        ...moment.context,
      })
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await page.screenshot({ path: '.test-output/no-connection.png' })
        await context.close()
      })
      if (!moment.isSignedOut) await beginAnew(product, context)
      const { promise: isOut, resolve: goOut } = Promise.withResolvers<void>()
      if (moment.without) {
        await context.route(moment.without, async (route) => {
          if (moment.isAskedForBefore) await isOut
          await route.abort()
        })
      }
      await moment.before(page)
      const { begin, end } = outage(taken, product, context)
      await begin()
      goOut()
      try {
        await moment.act(page)
        await moment.see(page)
        // Who had no server may come to have no net either.
        await context.setOffline(true)
        await moment.see(page)
      } finally {
        if (moment.without) await context.unroute(moment.without)
        await end()
      }
      await moment.after(page)
      expect(await page.getByText(/Connection Error|Unexpected Application Error/).count()).toBe(0)
    },
  )
}
