import type { Handler } from 'hono'
import { setSubscription } from '../alerts/unsubscribe.ts'
import { DomainError } from '../errors.ts'
import { limitBody } from './body.ts'
import type { HttpEnv } from './http-env.ts'

const MAX_FORM_BYTES = 4 * 1024

/** `GET /api/unsubscribe?token=`: whoever opens the address of the header is asked on a page. */
export const unsubscribePage: Handler<HttpEnv> = (c) => c.redirect(`/unsubscribe${new URL(c.req.url).search}`)

/**
 * `POST /api/unsubscribe?token=`: what a mail program sends when its reader presses its own 'Unsubscribe' (RFC 8058), without a
 * session and from wherever it runs. The token alone says whose mails end.
 */
export const oneClickUnsubscribe: Handler<HttpEnv> = async (c) => {
  const request = await limitBody(c.req.raw, MAX_FORM_BYTES)
  // Mail programs send either kind of form.
  const form = await request.formData().catch(() => null)
  if (form?.get('List-Unsubscribe') !== 'One-Click') {
    return c.text('Send List-Unsubscribe=One-Click.', 400)
  }
  try {
    await setSubscription(c.var.context, { token: c.req.query('token') ?? '', takesMail: false })
    return c.text('You are unsubscribed.')
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return c.text(error.message, 404)
    throw error
  }
}
