import { batch } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { type DigestFacts, digestFacts, MAX_COUNTED } from './digest-facts.ts'
import { type DueRecipient, moveOn, serveDue, whileStillDue } from './due-recipients.ts'
import { reviewBlock } from './review-in-mail.ts'
import { nextDigestAt } from './schedule.ts'
import { mailFooter, unsubscribeLink } from './unsubscribe.ts'

const DUE = 'nextDigestAt'
const MAX_SHOWN = 5
/** In place of a time, for a recipient whose first one nobody has worked out yet. */
const UNSCHEDULED = 0

/**
 * Sends the digests that are due, with what came in since the one before; none where nothing did. Part of the minute's
 * tick.
 */
export function sendDigests(ctx: BackgroundContext): Promise<number> {
  return serveDue(ctx, DUE, (recipient) => sendDigest(ctx, recipient))
}

async function sendDigest(ctx: BackgroundContext, recipient: DueRecipient): Promise<void> {
  const next = { nextDigestAt: nextDigestAt(recipient, ctx.now()) }
  const takesIt = recipient.isProven && recipient.takesMail && recipient.nextDigestAt !== UNSCHEDULED
  const facts = takesIt ? await digestFacts(ctx, recipient) : null
  await batch(ctx.db, [
    ...(facts && facts.newCount > 0 ? [(await digestMail(ctx, recipient, facts)).statement] : []),
    moveOn(ctx, recipient, DUE, { ...next, ...(facts && { digestAfter: facts.upTo }) }),
  ])
}

async function digestMail(ctx: BackgroundContext, recipient: DueRecipient, facts: DigestFacts) {
  const { APP_ORIGIN } = ctx.settings
  const { url, headers } = unsubscribeLink(ctx, recipient.id)
  const hasAccount = recipient.userId !== null
  const { waiting } = facts
  const blocks: MailBlock[] = [
    ...firstBlocks(facts),
    ...waiting.slice(0, MAX_SHOWN).map((review) => reviewBlock(review, hasAccount ? APP_ORIGIN : null)),
    ...(hasAccount
      ? [
          waiting.length > 0
            ? { label: 'All reviews that need an answer', url: `${APP_ORIGIN}/app/reviews?status=pending` }
            : { label: 'Read them', url: `${APP_ORIGIN}/app/reviews` },
        ]
      : []),
    mailFooter(
      `You get this digest ${recipient.digest === 'daily' ? 'once a day' : 'once a week'}, but only when there is something new.`,
      hasAccount ? APP_ORIGIN : null,
      url,
    ),
  ]
  const subject = digestSubject(facts)
  const mail = { to: recipient.address, subject, blocks, kind: 'digest', headers, isBulk: true } as const
  return ctx.mail.prepare(mail, whileStillDue(recipient, DUE))
}

/** 'Alder & Salt is down to 3.3 stars, 79 new reviews need an answer' */
function digestSubject(facts: DigestFacts): string {
  const [worst] = facts.fallen
  const news = newsOf(facts)
  if (!worst) return news
  const { name, rating } = worst
  return `${facts.locations > 1 ? name : 'Your rating'} is down to ${rating.toFixed(1)} stars, ${lowerFirst(news)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The heading of a digest: falls in rating first, then the new reviews. */
function firstBlocks(facts: DigestFacts): MailBlock[] {
  const { fallen, periodDays } = facts
  const [worst, ...others] = fallen
  if (!worst) return [{ heading: newsOf(facts) }, ...ratingSentence(facts)]
  const fell = ({ name, before, rating }: typeof worst) =>
    `${name} fell from ${before.toFixed(1)} to ${rating.toFixed(1)} stars`
  return [
    { heading: fell(worst) },
    ...others.map((other) => `${fell(other)}.`),
    `That is the last ${periodDays} days against the ${periodDays} days before. ${newsOf(facts)}.`,
    ...(facts.locations > 1 ? ratingSentence(facts) : []),
  ]
}

/** '2 new reviews need an answer'; '3 new reviews, all answered'; 'Over 1,000 new reviews'. */
function newsOf({ newCount, waiting }: DigestFacts): string {
  // Counting goes no further, so that nothing can be said of how many of all are answered.
  if (newCount > MAX_COUNTED) return `Over ${MAX_COUNTED.toLocaleString('en-US')} new reviews`
  const count = waiting.length > 0 ? waiting.length : newCount
  const reviews = `${count.toLocaleString('en-US')} new ${count === 1 ? 'review' : 'reviews'}`
  if (waiting.length > 0) return `${reviews} ${count === 1 ? 'needs' : 'need'} an answer`
  return newCount === 1 ? `${reviews}, answered` : `${reviews}, all answered`
}

function ratingSentence(facts: DigestFacts): string[] {
  const { rating, change, periodDays, newCount, waiting } = facts
  const others = newCount - waiting.length
  const answered =
    waiting.length > 0 && others > 0 && newCount <= MAX_COUNTED
      ? [
          `${others.toLocaleString('en-US')} more came in and ${others === 1 ? 'is' : 'are'} already answered.`,
        ]
      : []
  if (rating === null) return answered
  const where = facts.locations > 1 ? 'Average of all locations in' : 'Average of'
  const now = `${where} the last ${periodDays} days: ${rating.toFixed(1)} stars`
  const before = `the ${periodDays} days before`
  if (change === null) return [...answered, `${now}. There is nothing to compare it with yet.`]
  if (change === 0) return [...answered, `${now}, the same as in ${before}.`]
  return [...answered, `${now}, ${signed(change)} compared with ${before}.`]
}

function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`
}
