import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { type DomainError, errorRule } from '../errors.ts'

/** An error as procedures return it, also for requests that are refused before they reach one. */
export function errorShape(
  domain: DomainError,
  about: {
    code: TRPC_ERROR_CODE_KEY
    httpStatus: number
    path?: string | undefined
    requestId: string | null
  },
) {
  return {
    message: domain.outwardMessage,
    code: TRPC_ERROR_CODES_BY_KEY[about.code],
    data: {
      ...about,
      type: errorRule(domain.code).type,
      reason: domain.code,
      advice: domain.message,
      fields: domain.fields,
    },
  }
}
