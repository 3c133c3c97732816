import { router, signedIn } from '../../api/init.ts'
import { SessionId } from '../../rules/auth.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'

export const sessionsRouter = router({
  list: signedIn.query(({ ctx }) => listSessions(ctx)),
  revoke: signedIn.input(SessionId).mutation(({ ctx, input }) => endSession(ctx, input)),
  revokeOthers: signedIn.mutation(({ ctx }) => endOtherSessions(ctx)),
})
