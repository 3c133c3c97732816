import { anyone, router, signedIn } from '../../api/init.ts'
import { ChallengeInput, RemoveFactorInput, VerifyFactorInput } from '../../rules/mfa.ts'
import { answerChallenge } from './answer-challenge.ts'
import { enroll } from './enroll.ts'
import { listFactors } from './list-factors.ts'
import { removeFactor } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { verifyFactor } from './verify-factor.ts'

/** `factors` and `challenge` serve those who are still signing in, too; the others need a session. */
export const mfaRouter = router({
  factors: anyone.query(({ ctx }) => listFactors(ctx)),
  challenge: anyone.input(ChallengeInput).mutation(({ ctx, input }) => answerChallenge(ctx, input)),
  enroll: signedIn.mutation(({ ctx }) => enroll(ctx)),
  verify: signedIn.input(VerifyFactorInput).mutation(({ ctx, input }) => verifyFactor(ctx, input)),
  remove: signedIn.input(RemoveFactorInput).mutation(({ ctx, input }) => removeFactor(ctx, input)),
  renewRecoveryCodes: signedIn.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
})
