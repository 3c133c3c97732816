import { env } from 'cloudflare:test'
import { and, eq, max, sum } from 'drizzle-orm'
import { databaseOf } from '#db/client.ts'
import { creditEntries } from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import { utcMonth } from '#worker/rules/durations.ts'

/** Spends all but this many of the month's credits. */
export async function leaveCredits(
  { organizationId }: Account,
  left: number,
  now = Date.now(),
): Promise<void> {
  const db = databaseOf(env)
  const month = utcMonth(now)
  const [had] = await db
    .select({ number: max(creditEntries.number), credits: sum(creditEntries.amount) })
    .from(creditEntries)
    .where(and(eq(creditEntries.organizationId, organizationId), eq(creditEntries.month, month)))
  await db.insert(creditEntries).values({
    organizationId,
    number: Number(had?.number) + 1,
    month,
    kind: 'spend',
    amount: left - Number(had?.credits),
    purpose: 'draft',
    reference: 'others',
    createdAt: now,
  })
}
