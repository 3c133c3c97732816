import type { OAuthProblem } from '../rules/oauth.ts'

/** A way back from a provider that signs nobody in. The problem is shown; the message and the cause are logged. */
export class OAuthRefusal extends Error {
  readonly problem: OAuthProblem

  constructor(problem: OAuthProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OAuthRefusal'
    this.problem = problem
  }
}
