import type { ConnectProblem } from '../rules/connections.ts'
import type { OAuthProblem } from '../rules/oauth.ts'

type Problem = OAuthProblem | ConnectProblem

/** A failed handshake. The problem is shown; the message and the cause are logged. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly problem: Problem
  readonly providerError: string | undefined

  constructor(problem: Problem, message: string, details: { cause?: unknown; providerError?: string } = {}) {
    super(message, { cause: details.cause })
    this.problem = problem
    this.providerError = details.providerError
  }
}

/** The problem to show for a refusal; `failed` if it isn't a known one, null for any other error. */
export function problemOf<Known extends string>(error: unknown, known: readonly Known[]) {
  if (!(error instanceof OAuthRefusal)) return null
  return known.find((problem) => problem === error.problem) ?? 'failed'
}
