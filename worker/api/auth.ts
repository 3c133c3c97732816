import { changeEmail } from '../identity/accounts/change-email.ts'
import { getProfile, updateProfile } from '../identity/accounts/profile.ts'
import { claimByLink, dropAddressChange } from '../identity/accounts/proof/decline.ts'
import { lookAtProofLink } from '../identity/accounts/proof/proof-link.ts'
import { resendVerification, verifyEmail } from '../identity/accounts/proof/verify-email.ts'
import { signUp } from '../identity/accounts/sign-up.ts'
import { answerChallenge } from '../identity/factors/answer-challenge.ts'
import { enroll } from '../identity/factors/enroll.ts'
import { listFactors } from '../identity/factors/list-factors.ts'
import { renewRecoveryCodes } from '../identity/factors/recovery-codes.ts'
import { removeFactor } from '../identity/factors/remove-factor.ts'
import { verifyFactor } from '../identity/factors/verify-factor.ts'
import { beginConfirmation, beginLink } from '../identity/links/begin.ts'
import { listIdentityLinks } from '../identity/links/list.ts'
import { unlink } from '../identity/links/unlink.ts'
import { listSecurityEvents } from '../identity/log/list-events.ts'
import { changePassword } from '../identity/passwords/change-password.ts'
import { confirmPassword } from '../identity/passwords/confirm-password.ts'
import { requestPasswordReset } from '../identity/passwords/request-reset.ts'
import { resetPassword } from '../identity/passwords/reset-password.ts'
import { sessionView } from '../identity/sessions/active-session.ts'
import { howToConfirm } from '../identity/sessions/confirmation.ts'
import { endOtherSessions, endSession, signOut } from '../identity/sessions/end-sessions.ts'
import { listSessions } from '../identity/sessions/list-sessions.ts'
import { signIn } from '../identity/sessions/sign-in.ts'
import { issueAccessToken } from '../identity/tokens/issue.ts'
import { offeredProviders } from '../oauth/clients.ts'
import {
  ChangePasswordInput,
  ConfirmPasswordInput,
  LinkToken,
  RequestPasswordResetInput,
  ResetPasswordInput,
  SessionId,
  SignInInput,
  SignUpInput,
  VerifyEmailInput,
} from '../rules/auth.ts'
import { ChallengeInput, RemoveFactorInput, VerifyFactorInput } from '../rules/mfa.ts'
import { ConfirmByProviderInput, ProviderInput } from '../rules/oauth.ts'
import { ChangeEmailInput, UpdateProfileInput } from '../rules/profile.ts'
import { ListSecurityEventsInput } from '../rules/security-events.ts'
import { TokenInput } from '../rules/tokens.ts'
import { anyone, anyoneHashing, failsWith, router, signedIn, signedInHashing } from './init.ts'

const sessionsRouter = router({
  list: signedIn.query(({ ctx }) => listSessions(ctx)),
  revoke: signedIn.input(SessionId).mutation(({ ctx, input }) => endSession(ctx, input)),
  revokeOthers: signedIn.mutation(({ ctx }) => endOtherSessions(ctx)),
})

/** Signing in itself is not a procedure: the browser goes to /auth/:provider. */
const identitiesRouter = router({
  offered: anyone.query(({ ctx }) => offeredProviders(ctx.settings)),
  list: signedIn.query(({ ctx }) => listIdentityLinks(ctx)),
  link: signedIn.input(ProviderInput).mutation(({ ctx, input }) => beginLink(ctx, input)),
  confirm: signedIn.input(ConfirmByProviderInput).mutation(({ ctx, input }) => beginConfirmation(ctx, input)),
  unlink: signedIn.input(ProviderInput).mutation(({ ctx, input }) => unlink(ctx, input)),
})

/** `factors` and `challenge` serve those who are still signing in, too; the others need a session. */
const mfaRouter = router({
  factors: anyone.query(({ ctx }) => listFactors(ctx)),
  challenge: anyone.input(ChallengeInput).mutation(({ ctx, input }) => answerChallenge(ctx, input)),
  enroll: signedIn.mutation(({ ctx }) => enroll(ctx)),
  verify: signedIn.input(VerifyFactorInput).mutation(({ ctx, input }) => verifyFactor(ctx, input)),
  remove: signedIn.input(RemoveFactorInput).mutation(({ ctx, input }) => removeFactor(ctx, input)),
  renewRecoveryCodes: signedIn.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
})

export const authRouter = router({
  signUp: anyoneHashing.input(SignUpInput).mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: anyoneHashing.input(SignInInput).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: anyone.mutation(({ ctx }) => signOut(ctx)),
  requestPasswordReset: anyone
    .input(RequestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  resetPassword: anyoneHashing
    .input(ResetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  changePassword: signedInHashing
    .input(ChangePasswordInput)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
  confirmPassword: signedInHashing
    .input(ConfirmPasswordInput)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),
  confirmation: signedIn.query(({ ctx }) => howToConfirm(ctx)),
  proofLink: anyone.input(LinkToken).query(({ ctx, input }) => lookAtProofLink(ctx, input)),
  verifyEmail: anyoneHashing.input(VerifyEmailInput).mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  claimByLink: anyoneHashing.input(ResetPasswordInput).mutation(({ ctx, input }) => claimByLink(ctx, input)),
  dropAddressChange: anyone.input(LinkToken).mutation(({ ctx, input }) => dropAddressChange(ctx, input)),
  resendVerification: signedIn.mutation(({ ctx }) => resendVerification(ctx)),
  sessions: sessionsRouter,
  securityEvents: signedIn
    .input(ListSecurityEventsInput)
    .query(({ ctx, input }) => listSecurityEvents(ctx, input)),
  mfa: mfaRouter,
  identities: identitiesRouter,
  token: signedIn.input(TokenInput).mutation(({ ctx, input }) => issueAccessToken(ctx, input)),
  session: anyone.query(({ ctx }) => (ctx.session ? sessionView(ctx.session) : null)),
})

export const profileRouter = router({
  get: signedIn.use(failsWith('Failed to verify user profile')).query(({ ctx }) => getProfile(ctx)),
  update: signedIn.input(UpdateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changeEmail: signedIn.input(ChangeEmailInput).mutation(({ ctx, input }) => changeEmail(ctx, input)),
})
