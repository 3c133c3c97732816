import type { MailBlock } from '../platform/mail-layout.ts'

/** Where the mails of a kind come from, and how to change or end them. */
export function mailFooter(why: string, origin: string | null, unsubscribeUrl: string): MailBlock {
  return {
    footer: why,
    links: [
      ...(origin === null ? [] : [{ label: 'Change what you get', url: `${origin}/app/notifications` }]),
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  }
}
