import { eq } from 'drizzle-orm'
import { devMails, outgoingMails } from '#db/schema/accounts.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { type DueWork, doDue, doubling } from './due.ts'
import { logEvent } from './log.ts'
import { prune } from './prune.ts'
import { unsealAny } from './seal.ts'

export const MAIL_HOST = 'api.resend.com'

/** Maximum number of emails sent after a response; a tick has time for more. */
const MAX_PER_CALL = 20

export const MAX_MAILS_PER_TICK = 100

const TIMEOUT_MS = 10 * SECOND_MS

/** Waits 1, 2, 4, … minutes between tries, and gives up after about four hours. */
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
 * Sends due emails, first those that somebody is waiting for. Uses Resend
 * (https://resend.com/docs/api-reference/emails/send-email) if its key is set, otherwise Cloudflare Email Service
 * (https://developers.cloudflare.com/email-service/api/send-emails/workers-api/). An email is claimed before it is sent
 * and deleted afterwards. Resend gets its id as the idempotency key, so that it isn't delivered twice if the response
 * is lost. Emails wait while no sender address is set.
 */
export async function deliverMails(ctx: BackgroundContext, most = MAX_PER_CALL): Promise<void> {
  const { MAIL_API_KEY, MAIL_FROM, ENVIRONMENT } = ctx.settings
  const { sendEmail } = ctx
  if (!MAIL_FROM || (!MAIL_API_KEY && (!sendEmail || ENVIRONMENT === 'local'))) return
  await doDue(ctx, { ...MAILS, limit: most }, async (mail) => {
    const content = JSON.parse(await unsealAny(ctx.settings, 'mail', mail.sealed)) as MailContent
    if (MAIL_API_KEY) await deliverByKey(ctx, mail.id, { from: MAIL_FROM, ...content }, MAIL_API_KEY)
    else await sendEmail?.send({ from: senderOf(MAIL_FROM), ...content })
    await ctx.db.delete(outgoingMails).where(eq(outgoingMails.id, mail.id))
    logEvent('mail_delivered', { kind: mail.kind })
  })
}

interface MailContent {
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  replyTo?: string
}

/** Converts a sender such as 'Reviews <no-reply@example.com>' to the form that Cloudflare accepts. */
function senderOf(from: string): string | { name: string; email: string } {
  const [, name, email] = /^\s*"?([^"<]*?)"?\s*<([^>]+)>\s*$/.exec(from) ?? []
  return email ? { name: name ?? '', email } : from
}

async function deliverByKey(
  ctx: BackgroundContext,
  id: string,
  { replyTo, ...mail }: MailContent & { from: string },
  key: string,
) {
  const request = new Request(`https://${MAIL_HOST}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': id },
    body: JSON.stringify({ ...mail, ...(replyTo && { reply_to: replyTo }) }),
  })
  const { status } = await ctx.outbound('mail', request, { timeoutMs: TIMEOUT_MS })
  if (status < 200 || status > 299) throw new Error(`the mail service answered ${status}`)
}

export const MAIL_DAYS = 30

/**
 * Deletes emails older than `MAIL_DAYS` from the local mailbox, and outgoing emails that couldn't be sent for that
 * long, because their content is out of date. Part of the minute's tick.
 */
export async function forgetOldMails(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - MAIL_DAYS * DAY_MS
  await ctx.db.batch([
    prune(ctx.db, { key: devMails.id, time: devMails.createdAt }, until),
    prune(ctx.db, { key: outgoingMails.id, time: outgoingMails.dueAt }, until),
  ])
}
