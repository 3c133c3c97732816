import { databaseOf } from '#db/client.ts'
import { STRIPE_HOST } from './billing/stripe/ask-stripe.ts'
import type { BackgroundContext } from './context.ts'
import { type Env, queuesOf, settingsOf } from './env.ts'
import { isIdentityProviderAddress } from './oauth/endpoints.ts'
import { MAIL_HOST } from './platform/deliver-mails.ts'
import { createId } from './platform/ids.ts'
import { languageModel } from './platform/language-model.ts'
import { createMailer } from './platform/mail.ts'
import { createOutbound } from './platform/outbound.ts'
import { isPushAddress } from './rules/alerts.ts'
import { isListingAddress, isReviewApiAddress } from './sources/hosts.ts'

/** Created once per request, queue batch or tick. */
export function backgroundContext(env: Env): BackgroundContext {
  const settings = settingsOf(env)
  const db = databaseOf(env)
  const isElsewhere = (url: URL) => url.host !== new URL(settings.APP_ORIGIN).host
  return {
    settings,
    db,
    now: Date.now,
    createId,
    mail: createMailer({ settings, db, now: Date.now, createId }),
    setup: () => ({
      variables: env,
      bindings: Object.keys(env).filter((name) => typeof env[name] === 'object'),
    }),
    sendEmail: env.EMAIL ?? null,
    version: env.VERSION?.id ?? 'local',
    outbound: createOutbound(
      {
        'review-source': (url) => isListingAddress(url, 'google') || isListingAddress(url, 'yelp'),
        'review-api': isReviewApiAddress,
        'identity-provider': isIdentityProviderAddress,
        mail: (url) => url.host === MAIL_HOST,
        push: isPushAddress,
        payment: (url) => url.host === STRIPE_HOST,
        webhook: isElsewhere,
        assistant: isElsewhere,
      },
      settings.UPSTREAM_ORIGIN,
    ),
    queues: queuesOf(env),
    languageModel: languageModel(env.AI, settings.AI_MODEL),
    assets: env.ASSETS,
  }
}
