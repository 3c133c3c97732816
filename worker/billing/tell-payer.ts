import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { GRACE_REMINDER_DAYS, graceEnd, type Subscription } from '../rules/billing.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { PLAN_NAMES } from '../rules/plans.ts'

export const BILLING_SCREEN = '/app/billing'

interface Payer {
  organizationId: string
  userId: string | null
  email: string | null
}

/** Statements that notify and email the payer. Run them in the batch that stores what Stripe reported. */
export async function tellPayer(
  ctx: BackgroundContext,
  { organizationId, userId, email }: Payer,
  subscription: Subscription | null,
): Promise<Statement[]> {
  const news = subscription && newsOf(subscription, ctx.now())
  if (!news || !userId || !email) return []
  const { message, dedupeKey, subject, label } = news
  const url = `${ctx.settings.APP_ORIGIN}${BILLING_SCREEN}`
  const mail = await ctx.mail.prepare(
    { to: email, subject, blocks: ['Hello,', message, { label, url }], kind: 'billing' },
    sql`changes() > 0`,
  )
  return [
    notify(
      ctx,
      { organizationId, userId, kind: 'billing', message, link: BILLING_SCREEN, dedupeKey },
      sql`1`,
    ),
    mail.statement,
  ]
}

interface News {
  dedupeKey: string
  subject: string
  message: string
  label: string
}

const KEPT = 'Nothing is deleted: a paid plan brings everything back.'

function newsOf(subscription: Subscription, now: number): News | null {
  const { id, plan, status, payment, periodStartedAt } = subscription
  const name = PLAN_NAMES[plan]
  const key = (what: string) => `billing:${what}:${id}:${periodStartedAt}`
  if (payment === 'refunded' && status !== 'ended') {
    return {
      dedupeKey: key('refunded'),
      subject: `Your payment for ${name} was refunded`,
      message: `Your payment for ${name} was refunded, so you are on the Free plan now. ${KEPT}`,
      label: 'See your plan',
    }
  }
  if (payment === 'disputed' && status !== 'ended') {
    return {
      dedupeKey: key('disputed'),
      subject: `Your payment for ${name} is disputed`,
      message: `Your bank took back the payment for ${name}, so you are on the Free plan until this is settled. ${KEPT}`,
      label: 'See your plan',
    }
  }
  if (status === 'ended') {
    return {
      dedupeKey: key('ended'),
      subject: `Your ${name} plan has ended`,
      message: `Your ${name} plan has ended, and you are on the Free plan now. ${KEPT}`,
      label: 'See your plan',
    }
  }
  return status === 'past_due' ? late(name, graceEnd(periodStartedAt), now, key) : null
}

function late(name: string, graceEndsAt: number, now: number, key: (what: string) => string): News {
  const label = 'Update your card'
  const day = utcDay(graceEndsAt)
  if (now >= graceEndsAt) {
    return {
      dedupeKey: key('grace-ended'),
      subject: `Your ${name} plan is paused`,
      message: `We could not collect the payment for ${name}, so you are on the Free plan now. Update your card to get it back. ${KEPT}`,
      label,
    }
  }
  const isSoon = now >= graceEndsAt - GRACE_REMINDER_DAYS * DAY_MS
  return {
    dedupeKey: key(isSoon ? 'grace-ends' : 'past-due'),
    subject: isSoon ? `Your ${name} plan pauses on ${day}` : `Your payment for ${name} failed`,
    message: `We could not collect the payment for ${name}. Update your card; your plan stays active until ${day}.`,
    label,
  }
}
