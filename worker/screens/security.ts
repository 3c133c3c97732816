import type { SignedInContext } from '../context.ts'
import { type FactorList, factorList, factorQueries } from '../identity/factors/list-factors.ts'
import { type IdentityLink, identitiesQuery, identityLinks } from '../identity/links/list.ts'
import { eventPage, eventsQuery, type SecurityEventPage } from '../identity/log/list-events.ts'
import { type SessionListItem, sessionItems, sessionsQuery } from '../identity/sessions/list-sessions.ts'

export interface SecurityView {
  sessions: SessionListItem[]
  factors: FactorList
  links: IdentityLink[]
  /** The first page of the log. */
  events: SecurityEventPage
}

/** The Security screen in one batch: sessions, second factor, providers, and what happened to the account. */
export async function securityScreen(ctx: SignedInContext): Promise<SecurityView> {
  const [sessions, factors, codes, identities, events] = await ctx.db.batch([
    sessionsQuery(ctx),
    ...factorQueries(ctx, ctx.session.user.id),
    identitiesQuery(ctx),
    eventsQuery(ctx),
  ])
  return {
    sessions: sessionItems(ctx, sessions),
    factors: factorList(factors, codes),
    links: identityLinks(ctx, identities),
    events: eventPage(events),
  }
}
