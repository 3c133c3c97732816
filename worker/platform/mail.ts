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

interface Mail {
  to: string
  subject: string
  blocks: readonly MailBlock[]
  kind: MailKind
  headers?: Readonly<Record<string, string>>
  /** One of many alike: mails that somebody waits for overtake it. */
  isBulk?: boolean
}

export interface Mailer {
  /** False in production where no mail service is set up: mails wait. */
  isOn: boolean
  /** Whether mails were prepared that are to be delivered after the answer. */
  hasWaiting(): boolean
  /**
   * Stores the mail, as a statement for the batch of what it tells of. (In an object: a statement that is awaited runs.)
   *
   * @param condition leaves the mail out where it is false
   */
  prepare(mail: Mail, condition?: SQL): Promise<{ statement: ReturnType<Database['statement']> }>
}

interface MailerParts {
  settings: Pick<Settings, 'ENVIRONMENT' | 'SESSION_SECRET' | 'MAIL_API_KEY'>
  db: Database
  now(): number
  createId(): string
}

/** On a local machine mails end in the mailbox at /dev/mailbox; else in the table of mails to be delivered. */
export function createMailer({ settings, db, now, createId }: MailerParts): Mailer {
  const isLocal = settings.ENVIRONMENT === 'local'
  let isWaiting = false
  const sealed = (mail: object) => seal(settings.SESSION_SECRET, 'mail', JSON.stringify(mail))

  async function prepare(mail: Mail, condition: SQL = sql`1`) {
    const { to, kind, headers = {}, isBulk = false } = mail
    isWaiting ||= !isLocal
    const subject = oneLine(mail.subject)
    const text = plainMail(mail.blocks)
    const html = htmlMail(subject, mail.blocks)
    const query = isLocal
      ? sql`INSERT INTO dev_mails (id, recipient, subject, text, html, headers, kind, created_at)
            SELECT ${createId()}, ${to}, ${subject}, ${text}, ${html}, ${JSON.stringify(headers)}, ${kind}, ${now()}
            WHERE ${condition}`
      : sql`INSERT INTO outgoing_mails (id, kind, sealed, is_bulk, due_at, created_at)
            SELECT ${createId()}, ${kind}, ${await sealed({ to, subject, text, html, headers })}, ${isBulk ? 1 : 0}, ${now()},
              ${now()} WHERE ${condition}`
    return { statement: db.statement(query) }
  }
  return {
    isOn: isLocal || settings.MAIL_API_KEY !== undefined,
    hasWaiting: () => isWaiting,
    prepare,
  }
}

/** A subject is a header: no line break gets into it, whoever wrote the name in it. */
function oneLine(subject: string): string {
  return subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
