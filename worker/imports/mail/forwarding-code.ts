import type { ReadMail } from './read-mime.ts'

const GMAIL_SENDER = 'forwarding-noreply@google.com'
/** Whatever language the rest of it is in; unverified, no recording exists. */
const CODE_IN_SUBJECT = /^\(#(\d{6,12})\)/

/**
 * The code with which Gmail lets its user forward mails here by a rule: it is sent to us, and the owner has to enter it.
 *
 * @returns null for every other mail
 */
export function forwardingCodeIn(mails: readonly ReadMail[]): string | null {
  const [mail] = mails
  if (mail?.from.toLowerCase() !== GMAIL_SENDER) return null
  return CODE_IN_SUBJECT.exec(mail.subject.trim())?.[1] ?? null
}

export function forwardingText(code: string): string {
  return `Gmail asks whether mails may be forwarded to this address. Enter the code ${code} in Gmail's settings.`
}
