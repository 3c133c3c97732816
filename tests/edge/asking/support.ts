import { env } from 'cloudflare:test'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { cleanUpAsking, sendDueAsks } from '#worker/asking/send-asks.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

export const NOW = Date.UTC(2026, 5, 15, 12)
export const GOOGLE = { name: 'Google', url: 'https://search.google.com/local/writereview?placeid=ChIJ1' }
export const OPENTABLE = { name: 'OpenTable', url: 'https://www.opentable.com/r/corner-shop' }

let number = 0

export function newGuest(): string {
  number += 1
  return `guest${number}@guests-${number}.test`
}

interface ShopOptions {
  plan?: string
  name?: string
  address?: string | null
  hasPage?: boolean
}

/** A location that may ask, with its own clock. */
export async function openShop(options: ShopOptions = {}) {
  const { plan = 'pro', name = 'Corner Shop', address = '1 Mill Lane, Larkhaven', hasPage = true } = options
  number += 1
  const clock = { now: NOW }
  const account = await createAccount(env.DB, { plan })
  const business = await createBusiness(env.DB, account, { name })
  await env.DB.prepare('UPDATE businesses SET full_address = ? WHERE id = ?').bind(address, business.id).run()
  const settings = { plan, now: () => clock.now }
  const api = apiFor(account, settings)
  const handle = `shop-${number}`
  if (hasPage) await api.asking.savePage({ businessId: business.id, handle, links: [GOOGLE, OPENTABLE] })
  return {
    account,
    business,
    api,
    clock,
    handle,
    /** The same, from a different network. */
    fromElsewhere: () => apiFor(account, settings),
    ask: (...emails: string[]) =>
      api.asking.ask({
        businessId: business.id,
        consent: 'form',
        people: emails.map((email) => ({ name: 'Ana', email })),
      }),
    /** Ticks until nothing is due, because other shops of the file have asked as well. */
    tick: async () => {
      while ((await sendDueAsks({ ...contextFor(null), now: () => clock.now })) > 0);
    },
    cleanUp: () => cleanUpAsking({ ...contextFor(null), now: () => clock.now }),
    later: (days: number) => {
      clock.now += days * DAY_MS
    },
  }
}

/** The token of the refusal link in the last mail to an address. */
export async function refusalTokenOf(email: string): Promise<string> {
  const { headers = '{}' } = (await mailsTo(email)).at(-1) ?? {}
  return /ask=([^>]+)>/.exec(JSON.parse(headers)['List-Unsubscribe'])?.[1] ?? ''
}
