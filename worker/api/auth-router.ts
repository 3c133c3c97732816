import { endCredentials } from '../erasure/end-credentials.ts'
import { lookAtProofLink } from '../identity/accounts/email-link.ts'
import { getProfile, updateProfile } from '../identity/accounts/profile.ts'
import { signUp } from '../identity/accounts/sign-up.ts'
import {
  changeEmail,
  claimByLink,
  dropAddressChange,
  resendVerification,
  verifyEmail,
} from '../identity/accounts/verify-email.ts'
import { answerChallenge } from '../identity/factors/answer-challenge.ts'
import { enroll, listFactors, removeFactor, verifyFactor } from '../identity/factors/factors.ts'
import { renewRecoveryCodes } from '../identity/factors/stored-factor.ts'
import { allowAssistant, getConsent } from '../identity/keys/consent.ts'
import {
  createApiKey,
  createFeed,
  disconnectAssistant,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../identity/keys/keys.ts'
import { beginConfirmation, beginLink, listIdentityLinks, unlink } from '../identity/links/identity-links.ts'
import { listSecurityEvents } from '../identity/log/audit.ts'
import { changePassword } from '../identity/passwords/change-password.ts'
import { confirmPassword, howToConfirm } from '../identity/passwords/confirm-password.ts'
import { lookAtResetLink, requestPasswordReset, resetPassword } from '../identity/passwords/reset-password.ts'
import { statedSession } from '../identity/sessions/active-session.ts'
import { signIn } from '../identity/sessions/complete-sign-in.ts'
import { endOtherSessions, endSession, listSessions, signOut } from '../identity/sessions/list-sessions.ts'
import { issueAccessToken } from '../identity/tokens/issue.ts'
import { offeredProviders } from '../oauth/clients.ts'
import { ApiKeyId, CreateApiKeyInput, CreateFeedInput, RotateApiKeyInput } from '../rules/api-keys.ts'
import { ConsentInput } from '../rules/assistants.ts'
import {
  ChangePasswordInput,
  ConfirmPasswordInput,
  LinkToken,
  RequestPasswordResetInput,
  ResendVerificationInput,
  ResetPasswordInput,
  SessionId,
  SignInInput,
  SignOutInput,
  SignUpInput,
  VerifyEmailInput,
} from '../rules/auth.ts'
import { ChallengeInput, RemoveFactorInput, VerifyFactorInput } from '../rules/mfa.ts'
import { ConfirmByProviderInput, ProviderInput } from '../rules/oauth.ts'
import { ChangeEmailInput, UpdateProfileInput } from '../rules/profile.ts'
import { ListSecurityEventsInput } from '../rules/security-events.ts'
import { TokenInput } from '../rules/tokens.ts'
import {
  allowedTo,
  anyone,
  anyoneHashing,
  failsWith,
  member,
  router,
  signedIn,
  signedInHashing,
  verb,
} from './init.ts'

const sessionsRouter = router({
  list: signedIn.query(verb(listSessions)),
  revoke: signedIn.input(SessionId).mutation(verb(endSession)),
  revokeOthers: signedIn.mutation(verb(endOtherSessions)),
})

/** Signing in isn't a procedure: the browser navigates to /auth/:provider. */
const identitiesRouter = router({
  offered: anyone.query(({ ctx }) => offeredProviders(ctx.settings)),
  list: signedIn.query(verb(listIdentityLinks)),
  link: signedIn.input(ProviderInput).mutation(verb(beginLink)),
  confirm: signedIn.input(ConfirmByProviderInput).mutation(verb(beginConfirmation)),
  unlink: signedIn.input(ProviderInput).mutation(verb(unlink)),
})

/** `factors` and `challenge` also work during sign-in; the others need a session. */
const mfaRouter = router({
  factors: anyone.query(verb(listFactors)),
  challenge: anyone.input(ChallengeInput).mutation(verb(answerChallenge)),
  enroll: signedIn.mutation(verb(enroll)),
  verify: signedIn.input(VerifyFactorInput).mutation(verb(verifyFactor)),
  remove: signedIn.input(RemoveFactorInput).mutation(verb(removeFactor)),
  renewRecoveryCodes: signedIn.mutation(verb(renewRecoveryCodes)),
})

export const authRouter = router({
  signUp: anyoneHashing.input(SignUpInput).mutation(verb(signUp)),
  signIn: anyoneHashing.input(SignInInput).mutation(verb(signIn)),
  signOut: anyone.input(SignOutInput).mutation(verb(signOut)),
  requestPasswordReset: anyone.input(RequestPasswordResetInput).mutation(verb(requestPasswordReset)),
  resetLink: anyone.input(LinkToken).query(verb(lookAtResetLink)),
  resetPassword: anyoneHashing
    .input(ResetPasswordInput)
    .mutation(({ ctx, input }) => resetPassword(ctx, input, endCredentials)),
  changePassword: signedInHashing.input(ChangePasswordInput).mutation(verb(changePassword)),
  confirmPassword: signedInHashing.input(ConfirmPasswordInput).mutation(verb(confirmPassword)),
  confirmation: signedIn.query(verb(howToConfirm)),
  proofLink: anyone.input(LinkToken).query(verb(lookAtProofLink)),
  verifyEmail: anyoneHashing.input(VerifyEmailInput).mutation(verb(verifyEmail)),
  claimByLink: anyoneHashing
    .input(ResetPasswordInput)
    .mutation(({ ctx, input }) => claimByLink(ctx, input, endCredentials)),
  dropAddressChange: anyone.input(LinkToken).mutation(verb(dropAddressChange)),
  resendVerification: signedIn.input(ResendVerificationInput).mutation(verb(resendVerification)),
  sessions: sessionsRouter,
  securityEvents: signedIn.input(ListSecurityEventsInput).query(verb(listSecurityEvents)),
  mfa: mfaRouter,
  identities: identitiesRouter,
  token: signedIn.input(TokenInput).mutation(verb(issueAccessToken)),
  session: anyone.query(({ ctx }) => (ctx.session ? statedSession(ctx.session) : null)),
})

export const profileRouter = router({
  get: signedIn.use(failsWith('Failed to verify user profile')).query(verb(getProfile)),
  update: signedIn.input(UpdateProfileInput).mutation(verb(updateProfile)),
  changeEmail: signedIn.input(ChangeEmailInput).mutation(verb(changeEmail)),
})

const managingKeys = allowedTo('api.manage')

/** Consent to assistants that connect by OAuth. Whoever may not give it is told so on the page. */
export const assistantsRouter = router({
  consent: member.input(ConsentInput).query(verb(getConsent)),
  allow: managingKeys.input(ConsentInput).mutation(verb(allowAssistant)),
  disconnect: managingKeys.input(ApiKeyId).mutation(verb(disconnectAssistant)),
})

/** Keys can be listed and revoked on every plan, so that a downgrade leaves no key out of reach. */
export const apiKeysRouter = router({
  list: managingKeys.query(verb(listApiKeys)),
  create: managingKeys.input(CreateApiKeyInput).mutation(verb(createApiKey)),
  createFeed: managingKeys.input(CreateFeedInput).mutation(verb(createFeed)),
  rotate: managingKeys.input(RotateApiKeyInput).mutation(verb(rotateApiKey)),
  revoke: managingKeys.input(ApiKeyId).mutation(verb(revokeApiKey)),
})
