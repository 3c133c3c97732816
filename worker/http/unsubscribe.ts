import type { Handler } from 'hono'
import { setSubscription } from '../alerts/unsubscribe.ts'
import { refuseAsks } from '../asking/addresses.ts'
import { DomainError } from '../errors.ts'
import { limitBody } from './body.ts'
import type { HttpEnv } from './http-env.ts'

const MAX_FORM_BYTES = 4 * 1024

/** `GET /api/unsubscribe?token=` or `?ask=`: redirects to a page that asks for confirmation. */
export const unsubscribePage: Handler<HttpEnv> = (c) => {
  const { search, searchParams } = new URL(c.req.url)
  const ask = searchParams.get('ask')
  return c.redirect(
    ask === null ? `/unsubscribe${search}` : `/unsubscribe/asks?${new URLSearchParams({ token: ask })}`,
  )
}

/**
 * `POST /api/unsubscribe?token=` for alerts and digests, `?ask=` for review requests: sent by a mail client's own
 * 'Unsubscribe' button (RFC 8058), without a session and from anywhere. Only the token identifies the recipient.
 */
export const oneClickUnsubscribe: Handler<HttpEnv> = async (c) => {
  const request = await limitBody(c.req.raw, MAX_FORM_BYTES)
  // Mail clients send either form encoding.
  const form = await request.formData().catch(() => null)
  if (form?.get('List-Unsubscribe') !== 'One-Click') {
    return c.text('Send List-Unsubscribe=One-Click.', 400)
  }
  try {
    const ask = c.req.query('ask')
    if (ask === undefined)
      await setSubscription(c.var.context, { token: c.req.query('token') ?? '', takesMail: false })
    else await refuseAsks(c.var.context, { token: ask })
    return c.text('You are unsubscribed.')
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return c.text(error.message, 404)
    throw error
  }
}
