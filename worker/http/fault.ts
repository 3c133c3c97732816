import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { UNKNOWN_ERROR_MESSAGE } from '../api/init.ts'
import { DomainError } from '../errors.ts'
import { logFault } from '../platform/log.ts'
import { isDataPath } from './envelope.ts'
import { faultPage } from './fault-page.ts'
import type { HttpEnv } from './http-env.ts'
import { isRefusedStatus, refuse } from './refuse.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * What was thrown on the way to a procedure or a screen: a refusal, or a fault, whose cause goes into the log only. People
 * get a page, everything else gets one sentence.
 */
export const answerFault: ErrorHandler<HttpEnv> = (error, c) => {
  if (error instanceof HTTPException && isRefusedStatus(error.status)) {
    return refuse(c, error.status, error.message)
  }
  const { requestId } = c.var
  logFault('request_failed', error, { requestId, path: c.req.path })
  const outage = error instanceof DomainError && error.code === 'unavailable' ? error : null
  const status = outage ? 503 : 500
  if (outage) c.header('retry-after', String(RETRY_AFTER_SECONDS))
  const isForPeople = c.req.method === 'GET' && !isDataPath(c.req.path) && !c.req.path.endsWith('.data')
  if (isForPeople) return c.html(faultPage(c.req.path, requestId), status)
  return refuse(c, status, outage?.outwardMessage ?? `${UNKNOWN_ERROR_MESSAGE} (${requestId})`)
}
