import { OAuthRefusal } from '../oauth/refusal.ts'
import type { ConnectProblem } from '../rules/connections.ts'

/** A way to a platform that ends without a connection. The problem is shown; the message is logged. */
export class ConnectionRefusal extends Error {
  readonly problem: ConnectProblem

  constructor(problem: ConnectProblem, message: string) {
    super(message)
    this.name = 'ConnectionRefusal'
    this.problem = problem
  }
}

/** What the person is told; null for a fault, which is nobody's business but ours. */
export function connectProblemOf(error: unknown): ConnectProblem | null {
  if (error instanceof ConnectionRefusal) return error.problem
  // What asks an identity provider for us speaks of signing in.
  if (error instanceof OAuthRefusal) return error.problem === 'unavailable' ? 'unavailable' : 'failed'
  return null
}
