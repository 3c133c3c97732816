import { sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { operatorNotices } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { DAY_MS, MINUTE_MS } from '../rules/durations.ts'
import { type Fault, isMailed, stateFaults } from '../rules/operation.ts'
import { logOperatorLink } from './operator-link.ts'
import { stateOf, stateQuery } from './state.ts'
import { tryKeys } from './try-keys.ts'

const LOOK_MS = 5 * MINUTE_MS

/**
 * Emails the operator about each fault, such as a stopped tick or a nearly full database, once until it is resolved.
 * Called by the minute's tick, and by requests, because a stopped tick can't report itself.
 */
async function notifyOperator(ctx: BackgroundContext): Promise<void> {
  const [answer, notices] = await ctx.db.batch([stateQuery(ctx), ctx.db.select().from(operatorNotices)])
  const state = stateOf(ctx, answer)
  const faults = stateFaults(state).filter(isMailed)
  const known = new Set(notices.map(({ kind }) => kind))
  // A fresh instance without a tick isn't a fault.
  const news = faults.filter(({ id }) => !known.has(id) && state.hasOperator && state.tickAt !== null)
  const over = [...known].filter((kind) => !faults.some(({ id }) => id === kind))
  if (news.length === 0 && over.length === 0) return
  const [operator] = news.length > 0 ? await operatorAddress(ctx) : []
  const statements = await Promise.all(news.map((fault) => tell(ctx, operator?.email ?? null, fault)))
  await batch(ctx.db, [
    ...statements.flat(),
    ...over.map((kind) => ctx.db.statement(sql`DELETE FROM operator_notices WHERE kind = ${kind}`)),
  ])
}

/** Time of this isolate's last check of the tick (Unix ms). */
let lookedAt = 0

/**
 * Notifies the operator if the tick has stopped, which only a request can do. Each isolate checks at most every five
 * minutes, after a response.
 */
export async function watchTick(ctx: BackgroundContext): Promise<void> {
  const sinceMs = ctx.now() - lookedAt
  // Negative if the clock was set back: check again instead of waiting until that time.
  if (sinceMs >= 0 && sinceMs < LOOK_MS) return
  lookedAt = ctx.now()
  await notifyOperator(ctx)
  if (ctx.mail.hasWaiting()) await deliverMails(ctx)
}

/** Checks the instance for the operator. In production, each key is tested once a day. */
export async function watch(ctx: BackgroundContext): Promise<void> {
  await notifyOperator(ctx)
  const [answer] = (await stateQuery(ctx)).results
  if (answer?.operatorId === null) logOperatorLink(ctx)
  const isDue = !answer?.probedAt || answer.probedAt <= ctx.now() - DAY_MS
  if (ctx.settings.ENVIRONMENT === 'production' && isDue) await tryKeys(ctx)
}

async function operatorAddress({ db }: BackgroundContext): Promise<{ email: string }[]> {
  const { results } = await db.statement<{ email: string }>(
    sql`SELECT email FROM users JOIN instance ON instance.operator_id = users.id`,
  )
  return results
}

/** Statements for the mail and the notice that prevents a second one. Run them in one batch. */
async function tell(ctx: BackgroundContext, to: string | null, fault: Fault) {
  const notice = ctx.db
    .insert(operatorNotices)
    .values({ kind: fault.id, notifiedAt: ctx.now() })
    .onConflictDoNothing()
  if (to === null) return [notice]
  const mail = await ctx.mail.prepare(
    {
      to,
      subject: `Your instance: ${fault.text}`,
      blocks: [
        'Hello,',
        fault.text,
        fault.remedy,
        { label: 'See how it runs', url: `${ctx.settings.APP_ORIGIN}/app/operator` },
      ],
      kind: 'operator',
    },
    sql`NOT EXISTS (SELECT 1 FROM operator_notices WHERE kind = ${fault.id})`,
  )
  return [mail.statement, notice]
}
