import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Settings } from '../env.ts'
import { seal } from './seal.ts'

export type MailKind =
  | 'verification'
  | 'sign_up_known'
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_changed'
  | 'provider_linked'
  | 'account_changed'

interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
  kind: MailKind
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

  async function prepare(mail: Mail, condition: SQL = sql`1`) {
    const { to, kind, text } = mail
    isWaiting ||= !isLocal
    const subject = oneLine(mail.subject)
    const query = isLocal
      ? sql`INSERT INTO dev_mails (id, recipient, subject, text, kind, created_at)
            SELECT ${createId()}, ${to}, ${subject}, ${text}, ${kind}, ${now()} WHERE ${condition}`
      : sql`INSERT INTO outgoing_mails (id, kind, sealed, due_at, created_at)
            SELECT ${createId()}, ${kind}, ${await seal(settings.SESSION_SECRET, 'mail', JSON.stringify({ to, subject, text }))},
              ${now()}, ${now()} WHERE ${condition}`
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
