import type { ConnectProblem } from '../rules/connections.ts'
import type { OAuthProblem } from '../rules/oauth.ts'

interface RefusalDetails {
  cause?: unknown
  /** The provider's error code. */
  providerError?: string
}

/** A handshake that failed. The problem is shown; the message and the cause are logged. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly problem: OAuthProblem | ConnectProblem
  readonly providerError: string | undefined

  constructor(
    problem: OAuthProblem | ConnectProblem,
    message: string,
    { cause, providerError }: RefusalDetails = {},
  ) {
    super(message, { cause })
    this.problem = problem
    this.providerError = providerError
  }
}

/**
 * The problem to show for a refusal; `failed` when it is none of the known ones.
 *
 * @returns null for any other error
 */
export function problemOf<Problem extends string>(
  error: unknown,
  known: readonly Problem[],
): Problem | 'failed' | null {
  if (!(error instanceof OAuthRefusal)) return null
  return known.find((problem) => problem === error.problem) ?? 'failed'
}
