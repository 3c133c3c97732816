import type { D1Database } from '@cloudflare/workers-types'
import { eq } from 'drizzle-orm'
import { v7 as createId } from 'uuid'
import { batch, databaseOf } from '#db/client.ts'
import {
  askAddresses,
  asks,
  businesses,
  reviewPageDays,
  reviewPageHandles,
  reviewPages,
} from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import { insertRows } from '#tests/insert-rows.ts'
import { addressHashes } from '#worker/asking/addresses.ts'
import type { Settings } from '#worker/env.ts'
import { handleFrom } from '#worker/rules/asking.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { type PlanTier, tierOf } from '#worker/rules/plans.ts'

/** Weeks since the first location started asking. */
const ASKED_WEEKS = 5
const ASKED = [
  { name: 'Ines Carvalho', mailbox: 'ines.carvalho', consent: 'booking', daysAgo: 1 },
  { name: 'Per Lindqvist', mailbox: 'per.lindqvist', consent: 'form', daysAgo: 3 },
  { name: 'Amira Haddad', mailbox: 'amira.haddad', consent: 'in_person', daysAgo: 9 },
] as const
/** Domain of the people asked; each account has its own, because nobody is asked by two of them. */
const DOMAINS: Record<PlanTier, string | null> = {
  free: null,
  pro: 'guests.example',
  ai_insights: 'diners.example',
}

interface Asking {
  account: Account
  plan: string
  now: number
}

/** Gives the first location a page and five weeks of review requests, by card, phone and email. */
export async function storeAsked(
  d1: D1Database,
  settings: Settings,
  { account: { organizationId, userId }, plan, now }: Asking,
): Promise<void> {
  const db = databaseOf({ DB: d1 })
  const [business] = await db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.organizationId, organizationId))
    .orderBy(businesses.createdAt)
    .limit(1)
  if (!business) return
  const askedSince = now - ASKED_WEEKS * 7 * DAY_MS
  const handle = `${handleFrom(business.name)}-${business.id.slice(-4)}`
  const own = { organizationId, businessId: business.id }
  const at = (daysAgo: number) => ({
    id: createId({ msecs: now - daysAgo * DAY_MS }),
    createdAt: now - daysAgo * DAY_MS,
  })
  const hashes = await addressHashes({ db, settings })
  const domain = DOMAINS[tierOf(plan)]
  const people = (domain === null ? [] : ASKED).map(({ mailbox, ...person }) => {
    const email = `${mailbox}@${domain}`
    return { ...person, email, addressHash: hashes.address(email), domainHash: hashes.domain(email) }
  })
  await batch(db, [
    db
      .update(businesses)
      .set({ fullAddress: '12 Quay Street, Larkhaven' })
      .where(eq(businesses.id, business.id)),
    db.insert(reviewPages).values({
      ...own,
      handle,
      links: [
        { name: 'Google', url: 'https://search.google.com/local/writereview?placeid=ChIJdemo' },
        { name: 'OpenTable', url: 'https://www.opentable.com/r/demo' },
      ],
      askedSince,
      createdAt: askedSince,
      updatedAt: askedSince,
    }),
    db.insert(reviewPageHandles).values({ ...own, handle, createdAt: askedSince }),
    ...(['print', 'whatsapp', 'copy'] as const).map((channel, index) =>
      db.insert(asks).values({ ...own, ...at(35 - 10 * index), userId, channel, state: 'handed_over' }),
    ),
    ...people.flatMap(({ email, addressHash, domainHash, name, consent, daysAgo }) => [
      db.insert(asks).values({
        ...own,
        ...at(daysAgo),
        ...{ userId, name, email, addressHash, consent },
        channel: 'mail',
        state: 'sent',
        sentAt: now - daysAgo * DAY_MS,
      }),
      // Without it, they could be asked again at once.
      db
        .insert(askAddresses)
        .values({ addressHash, domainHash, askedAt: now - daysAgo * DAY_MS })
        .onConflictDoNothing(),
    ]),
  ])
  const opened = Array.from({ length: ASKED_WEEKS * 7 }, (_, daysAgo) => ({
    ...own,
    day: utcDay(now - daysAgo * DAY_MS),
    target: 'page',
    count: 3 + ((daysAgo * 5) % 7),
  }))
  const followed = opened.map((day, daysAgo) => ({
    ...day,
    target: 'google',
    count: 1 + ((daysAgo * 3) % 4),
  }))
  await insertRows(db, reviewPageDays, [...opened, ...followed])
}
