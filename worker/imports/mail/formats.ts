import type { Platform } from '../../rules/platforms.ts'

/**
 * How a platform's mail tells of a new review. Nobody has given us such a mail, so none of this is proven:
 *
 * - Google: sender, subject and the order of the lines are as public programs read them that were written against such
 *   mails (2025, 2026). Google shortens long texts.
 * - Yelp: only the sender's domain is known. Subject and lines are what such a mail would most likely say.
 *
 * So they are narrow: a mail that is written otherwise is not guessed at, and its owner is told.
 */
export interface MailFormat {
  platform: Platform
  /** The sender's domain, or one below it. */
  domain: string
  /** Has the author, perhaps shortened, as its first group. */
  subject: RegExp
  /** Of the whole text; has the stars as its first group. */
  rating: RegExp
  /** The lines between which the author and, below, the text stand. */
  from: RegExp
  to: RegExp
}

export const MAIL_FORMATS: readonly MailFormat[] = [
  {
    platform: 'google',
    domain: 'google.com',
    subject: /^(?:fwd?: ?)?(.{1,120}?) left a review for ./i,
    rating: /\bgot a new ([1-5])-star review\b/i,
    from: /^read review$/i,
    to: /^reply to review$/i,
  },
  {
    platform: 'yelp',
    domain: 'yelp.com',
    subject: /^(?:fwd?: ?)?(.{1,120}?) (?:just )?(?:wrote|left|posted) a (?:new )?(?:[1-5]-star )?review\b/i,
    rating: /\b([1-5])(?:\.0)?[ -]star (?:rating|review)\b/i,
    from: /^read (?:the |full )?review$/i,
    to: /^(?:reply|respond) to (?:the |this )?review$/i,
  },
]
