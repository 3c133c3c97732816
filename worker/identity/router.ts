import { anyone, anyoneHashing, router, signedIn, signedInHashing } from '../api/init.ts'
import {
  ChangePasswordInput,
  ConfirmPasswordInput,
  LinkToken,
  RequestPasswordResetInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
  VerifyEmailInput,
} from '../rules/auth.ts'
import { ListSecurityEventsInput } from '../rules/security-events.ts'
import { TokenInput } from '../rules/tokens.ts'
import { howToConfirm } from './confirmation.ts'
import { claimByLink } from './email-links/claim-by-link.ts'
import { dropAddressChange } from './email-links/drop-address-change.ts'
import { lookAtProofLink } from './email-links/proof-link.ts'
import { resendVerification } from './email-links/send-verification.ts'
import { verifyEmail } from './email-links/verify-email.ts'
import { mfaRouter } from './mfa/router.ts'
import { identitiesRouter } from './oauth/router.ts'
import { changePassword } from './passwords/change-password.ts'
import { confirmPassword } from './passwords/confirm-password.ts'
import { requestPasswordReset } from './passwords/request-reset.ts'
import { resetPassword } from './passwords/reset-password.ts'
import { sessionView } from './resolve-session.ts'
import { listSecurityEvents } from './security-log/list-events.ts'
import { sessionsRouter } from './sessions/router.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { issueAccessToken } from './tokens/issue.ts'

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
