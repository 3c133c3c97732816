import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { endChallenge } from '../factors/challenge.ts'
import { audit } from '../log/audit.ts'
import { clearedSessionCookie } from './session-cookie.ts'

/** Ends the session. The cookie is cleared even where there was none, or where the database fails. */
export async function signOut(ctx: Context): Promise<void> {
  ctx.answerHeaders.append('set-cookie', clearedSessionCookie(ctx.settings.APP_ORIGIN))
  ctx.answerHeaders.set('clear-site-data', '"cache", "storage"')
  const { session } = ctx
  await Promise.all([
    endChallenge(ctx),
    session && ctx.db.delete(sessions).where(eq(sessions.id, session.id)),
  ])
  if (session) await audit(ctx, 'sign_out', 'done')
}
