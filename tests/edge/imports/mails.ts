import { env } from 'cloudflare:test'
import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { joined } from '#tests/edge/organizations/support.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { forwarded, GOOGLE_MAIL, received } from '#tests/unit/worker/imports/mails.ts'
import { receiveMail } from '#worker/imports/mail/receive.ts'
import { NOW, type Shop } from './support.ts'

export async function addressOf({ api, business }: Shop): Promise<string> {
  return (await api.imports.renewMailAddress({ businessId: business.id })).mailAddress
}

/** The test of a shop, with the `address` that mails about its reviews are forwarded to. */
export const test = base.extend('address', ({ shop }) => addressOf(shop))

/** Makes the address of a business another admin's. */
export async function handOver({ account, business }: Shop) {
  const maker = await joined(account, 'admin', NOW)
  await env.DB.prepare('UPDATE import_addresses SET created_by = ? WHERE business_id = ?')
    .bind(maker.userId, business.id)
    .run()
  return maker
}

/** A mail as Email Routing hands it over. */
export function message(to: string, raw: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw) : raw
  const rejections: string[] = []
  const mail = {
    to,
    raw: new Blob([bytes]).stream(),
    rawSize: bytes.byteLength,
    setReject: (reason: string) => rejections.push(reason),
  } as unknown as ForwardableEmailMessage
  return { mail, rejections }
}

export async function send(to: string, raw: string | Uint8Array<ArrayBuffer>, now = NOW) {
  const { mail, rejections } = message(to, raw)
  await receiveMail({ ...contextFor(null), now: () => now }, mail)
  return rejections
}

export const FROM_GOOGLE = 'dmarc=pass header.from=google.com; dkim=pass header.d=google.com'
export const FROM_OWNER = 'dmarc=pass header.from=example.test; spf=pass smtp.mailfrom=x@example.test'

/** As its owner forwards it by hand. */
export function fromOwner({ account }: Shop, letter = GOOGLE_MAIL): string {
  return received(forwarded(letter, undefined, `Nora Feldt <${account.email}>`), FROM_OWNER)
}

export async function heldOf({ api, business }: Shop) {
  return (await api.imports.options({ businessId: business.id })).heldMails
}

export async function runsOf({ api, business }: Shop) {
  return (await api.collection.runs({ businessId: business.id })).items
}

export async function newsOf({ account }: Shop) {
  const { results } = await env.DB.prepare(
    'SELECT kind, message, link FROM notifications WHERE organization_id = ? ORDER BY seq',
  )
    .bind(account.organizationId)
    .all()
  return results
}
