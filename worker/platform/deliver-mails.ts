import { eq } from 'drizzle-orm'
import { devMails, outgoingMails } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { type DueWork, doDue, doubling } from './due.ts'
import { logEvent } from './log.ts'
import { prune } from './prune.ts'
import { unsealAny } from './seal.ts'

export const MAIL_HOST = 'api.resend.com'

/** Limit after a response; a tick has time for more. */
const MAX_PER_CALL = 20

export const MAX_MAILS_PER_TICK = 100

const TIMEOUT_MS = 10 * SECOND_MS

/** 1, 2, 4, … minutes: given up after about four hours. */
const BACK_OFF = { waitsMs: doubling(MINUTE_MS, 128 * MINUTE_MS), maxTries: 8 }

const MAILS: DueWork<typeof outgoingMails> = {
  table: outgoingMails,
  key: 'id',
  dueAt: 'dueAt',
  tries: 'attempts',
  backOff: BACK_OFF,
  limit: MAX_PER_CALL,
  rank: 'isBulk',
  fault: 'mail_not_delivered',
  about: ({ kind, attempts }) => ({ kind, attempts }),
}

/**
 * Sends due emails through the mail service (https://resend.com/docs/api-reference/emails/send-email), those that
 * somebody is waiting for first. An email is claimed before it is sent and deleted afterwards; its id is the
 * idempotency key, so that it isn't delivered twice if the response is lost. Does nothing if no service is set up: the
 * emails wait.
 */
export async function deliverMails(ctx: BackgroundContext, most = MAX_PER_CALL): Promise<void> {
  const { MAIL_API_KEY, MAIL_FROM } = ctx.settings
  if (!MAIL_API_KEY || !MAIL_FROM) return
  await doDue(ctx, { ...MAILS, limit: most }, async (mail) => {
    await deliver(ctx, mail, { key: MAIL_API_KEY, from: MAIL_FROM })
    await ctx.db.delete(outgoingMails).where(eq(outgoingMails.id, mail.id))
    logEvent('mail_delivered', { kind: mail.kind })
  })
}

async function deliver(
  ctx: BackgroundContext,
  mail: typeof outgoingMails.$inferSelect,
  service: { key: string; from: string },
) {
  const request = new Request(`https://${MAIL_HOST}/emails`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      'idempotency-key': mail.id,
    },
    body: JSON.stringify({
      from: service.from,
      ...JSON.parse(await unsealAny(ctx.settings, 'mail', mail.sealed)),
    }),
  })
  const { status } = await ctx.outbound('mail', request, { timeoutMs: TIMEOUT_MS })
  if (status < 200 || status > 299) throw new Error(`the mail service answered ${status}`)
}

export const MAIL_DAYS = 30

/**
 * Deletes old emails from the local mailbox, and those that waited as long for a mail service: their content is out of
 * date. Part of the minute's tick.
 */
export async function forgetOldMails(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - MAIL_DAYS * DAY_MS
  await ctx.db.batch([
    prune(ctx.db, { key: devMails.id, time: devMails.createdAt }, until),
    prune(ctx.db, { key: outgoingMails.id, time: outgoingMails.dueAt }, until),
  ])
}
