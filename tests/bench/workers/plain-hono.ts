import { Hono } from 'hono'

/** Response of `auth.session` without a session, from Hono alone. */
export default new Hono().get('/trpc/auth.session', (c) => c.json({ result: { data: null } }))
