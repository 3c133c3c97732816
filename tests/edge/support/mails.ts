import { env } from 'cloudflare:test'

export interface StoredMail {
  recipient: string
  subject: string
  text: string
  html: string
  /** JSON. */
  headers: string
  kind: string
}

/** The mails to an address, oldest first. */
export async function mailsTo(recipient: string): Promise<StoredMail[]> {
  const { results } = await env.DB.prepare('SELECT * FROM dev_mails WHERE recipient = ? ORDER BY id')
    .bind(recipient)
    .all<StoredMail>()
  return results
}

/** The token in the link of the last mail to an address. */
export async function mailedToken(recipient: string): Promise<string> {
  const last = (await mailsTo(recipient)).at(-1)
  const token = /(?:[?]token=|\/invitations\/)([A-Za-z0-9_-]{43})\n/.exec(last?.text ?? '')?.[1]
  if (!token) throw new Error(`the last mail to ${recipient} has no link`)
  return token
}
