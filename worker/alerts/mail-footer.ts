import type { MailBlock } from '../platform/mail-layout.ts'

/** Footer of a mail: why it was sent, and how to change or stop such mails. */
export function mailFooter(why: string, origin: string | null, unsubscribeUrl: string): MailBlock {
  return {
    footer: why,
    links: [
      ...(origin === null ? [] : [{ label: 'Change what you get', url: `${origin}/app/notifications` }]),
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}
