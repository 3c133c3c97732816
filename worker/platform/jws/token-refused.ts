import { DomainError } from '../../errors.ts'

/** What the error catalogue has to say about tokens. */
export type TokenMessage =
  | 'Invalid JWT structure'
  | 'Invalid JWT header'
  | 'Insecure algorithm none'
  | 'Invalid alg claim'
  | 'Invalid JWT signature'
  | 'Missing exp claim'
  | 'JWT has expired'
  | 'Token not yet valid'
  | 'Token issued in the future'
  | 'Missing subject claim'
  | 'Missing audience claim'
  | 'Invalid user token'

export function tokenRefused(message: TokenMessage): DomainError {
  return new DomainError('not_signed_in', message)
}
