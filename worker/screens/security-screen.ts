import type { SignedInContext } from '../context.ts'
import { type FactorList, factorList, factorsQuery } from '../identity/factors/factors.ts'
import { apiKeysQuery, apiKeyViews } from '../identity/keys/keys.ts'
import { type IdentityLink, identitiesQuery, identityLinks } from '../identity/links/identity-links.ts'
import { eventPage, eventsQuery, type SecurityEventPage } from '../identity/log/audit.ts'
import { type SessionListItem, sessionItems, sessionsQuery } from '../identity/sessions/list-sessions.ts'
import type { ApiKeyView } from '../rules/api-keys.ts'
import { can } from '../rules/permissions.ts'
import type { WebhookView } from '../rules/webhooks.ts'
import { webhooksQuery, webhookViews } from '../webhooks/endpoints.ts'

export interface SecurityView {
  sessions: SessionListItem[]
  factors: FactorList
  links: IdentityLink[]
  events: SecurityEventPage
  /** Null if the viewer can't manage them. */
  keys: ApiKeyView[] | null
  /** Null if the viewer can't manage them. */
  webhooks: WebhookView[] | null
}

export async function securityScreen(ctx: SignedInContext): Promise<SecurityView> {
  const [sessions, factors, identities, events, keys, webhooks] = await ctx.db.batch([
    sessionsQuery(ctx),
    factorsQuery(ctx, ctx.session.user.id),
    identitiesQuery(ctx),
    eventsQuery(ctx),
    apiKeysQuery(ctx),
    webhooksQuery(ctx),
  ])
  const isManager = can(ctx.session.organization.role, 'api.manage')
  return {
    sessions: sessionItems(ctx, sessions),
    factors: factorList(factors),
    links: identityLinks(ctx, identities),
    events: eventPage(events),
    keys: isManager ? apiKeyViews(keys) : null,
    webhooks: isManager ? webhookViews(webhooks) : null,
  }
}
