import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Settings } from '../env.ts'
import { htmlMail, type MailBlock, plainMail } from './mail-layout.ts'
import { seal } from './seal.ts'

export type MailKind =
  | 'verification'
  | 'sign_up_known'
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_changed'
  | 'provider_linked'
  | 'signed_in_elsewhere'
  | 'account_changed'
  | 'account_deleted'
  | 'alert'
  | 'digest'
  | 'test'
  | 'recipient'
  | 'invitation'
  | 'billing'
  | 'webhook'
  | 'source'
  | 'report'
  | 'operator'
  | 'ask'

interface Mail {
  to: string
  subject: string
  blocks: readonly MailBlock[]
  kind: MailKind
  headers?: Readonly<Record<string, string>>
  /** Defaults to the sender's address. */
  replyTo?: string | null
  /** Defaults to English. */
  language?: string
  /** True for a bulk email, which is sent after emails that somebody is waiting for. */
  isBulk?: boolean
}

export interface Mailer {
  /** False in production without a sender address; emails then wait. */
  isOn: boolean
  /** True if emails were prepared that have to be delivered after the response. */
  hasWaiting(): boolean
  /**
   * A statement for the batch with the change that the email reports. (Wrapped in an object, because awaiting a
   * statement runs it.)
   *
   * @param condition leaves the email out if false
   */
  prepare(mail: Mail, condition?: SQL): Promise<{ statement: ReturnType<Database['statement']> }>
}

interface MailerParts {
  settings: Pick<Settings, 'ENVIRONMENT' | 'SESSION_SECRET' | 'MAIL_FROM'>
  db: Database
  now(): number
  createId(): string
}

/** Stores emails in /dev/mailbox on a local machine, and otherwise in the table of outgoing emails. */
export function createMailer({ settings, db, now, createId }: MailerParts): Mailer {
  const isLocal = settings.ENVIRONMENT === 'local'
  let isWaiting = false
  const sealed = (mail: object) => seal(settings.SESSION_SECRET, 'mail', JSON.stringify(mail))

  async function prepare(mail: Mail, condition: SQL = sql`1`) {
    const { to, kind, headers = {}, replyTo, isBulk = false, language } = mail
    isWaiting ||= !isLocal
    const subject = oneLine(mail.subject)
    const text = plainMail(mail.blocks)
    const html = htmlMail(subject, mail.blocks, language)
    const content = { to, subject, text, html, headers }
    const query = isLocal
      ? sql`INSERT INTO dev_mails (id, recipient, subject, text, html, headers, kind, created_at)
            SELECT ${createId()}, ${to}, ${subject}, ${text}, ${html}, ${JSON.stringify(replyTo ? { ...headers, 'Reply-To': replyTo } : headers)}, ${kind},
              ${now()}
            WHERE ${condition}`
      : sql`INSERT INTO outgoing_mails (id, kind, sealed, is_bulk, due_at, created_at)
            SELECT ${createId()}, ${kind}, ${await sealed({ ...content, ...(replyTo && { replyTo }) })}, ${isBulk ? 1 : 0}, ${now()},
              ${now()} WHERE ${condition}`
    return { statement: db.statement(query) }
  }
  return {
    isOn: isLocal || settings.MAIL_FROM !== undefined,
    hasWaiting: () => isWaiting,
    prepare,
  }
}

/** Removes line breaks, because a subject is a header and may contain user input. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
