import { accountsDatabase } from '#db/client.ts'
import { isConnectionAddress } from './connections/endpoints.ts'
import type { BackgroundContext } from './context.ts'
import { type Env, settingsOf } from './env.ts'
import { isIdentityProviderAddress } from './oauth/endpoints.ts'
import { MAIL_HOST } from './platform/deliver-mails.ts'
import { createId } from './platform/ids.ts'
import { createMailer } from './platform/mail.ts'
import { createOutbound } from './platform/outbound.ts'
import { queuesOf } from './platform/queues.ts'
import { isReviewApiAddress } from './sources/api-hosts.ts'
import { isListingAddress } from './sources/hosts.ts'

/** The real parts, put together once for each request, queue batch or tick. */
export function backgroundContext(env: Env): BackgroundContext {
  const settings = settingsOf(env)
  const db = accountsDatabase(env)
  return {
    settings,
    db,
    now: Date.now,
    createId,
    mail: createMailer({ settings, db, now: Date.now, createId }),
    outbound: createOutbound(
      {
        'review-source': (url) => isListingAddress(url, 'google') || isListingAddress(url, 'yelp'),
        'review-api': isReviewApiAddress,
        'identity-provider': (url) => isIdentityProviderAddress(url) || isConnectionAddress(url),
        mail: (url) => url.host === MAIL_HOST,
      },
      settings.UPSTREAM_ORIGIN,
    ),
    queues: queuesOf(env),
  }
}
