import type { SecurityEventPage } from '#worker/identity/log/audit.ts'
import type { ListedEvent } from '#worker/rules/security-events.ts'

interface EventText {
  done: string
  refused?: string
}

const UNKNOWN_EVENT = 'Something happened that this page can’t describe.'

const EVENT_TEXTS: Record<ListedEvent, EventText> = {
  sign_up: { done: 'The account was created' },
  sign_in: { done: 'Signed in', refused: 'A sign-in with a wrong password was refused' },
  sign_out: { done: 'Logged out' },
  second_factor: { done: 'A second-step code was entered', refused: 'A wrong second-step code was refused' },
  password_confirmed: { done: 'The password was confirmed', refused: 'A wrong password was refused' },
  password_changed: { done: 'The password was changed' },
  password_reset_requested: { done: 'A link to set a new password was requested' },
  password_reset: { done: 'A new password was set using an e-mailed link' },
  email_verified: { done: 'The e-mail address was confirmed' },
  address_claimed: {
    done: 'The owner of the e-mail address took over the account: all earlier ways to sign in were removed',
  },
  address_refused: { done: 'The owner of the new e-mail address refused it: the change was dropped' },
  verification_sent: { done: 'The link that confirms the e-mail address was sent again' },
  session_ended: { done: 'A session was ended' },
  kept_sign_in_ended: { done: 'An old copy of a saved sign-in was used. That device was logged out' },
  other_sessions_ended: { done: 'All other sessions were ended' },
  profile_changed: { done: 'The profile was changed' },
  factor_enrolled: { done: 'An authenticator app was set up' },
  factor_removed: { done: 'The authenticator app was removed' },
  recovery_codes_made: { done: 'New recovery codes were created' },
  provider_confirmed: {
    done: 'You confirmed your identity through a provider',
    refused: 'Confirming through a provider was refused',
  },
  provider_linked: { done: 'A provider was connected', refused: 'Connecting a provider was refused' },
  provider_unlinked: { done: 'A provider was disconnected' },
  connection_added: {
    done: 'A platform account was connected',
    refused: 'Connecting a platform account was refused',
  },
  connection_removed: { done: 'A platform account was disconnected' },
  reviews_exported: { done: 'Reviews were downloaded as a CSV file' },
  archive_exported: { done: 'All data was downloaded' },
  organization_created: { done: 'You created an organization' },
  organization_changed: { done: 'You changed the organization’s details' },
  ownership_transferred: { done: 'You made somebody else the owner' },
  member_invited: { done: 'You invited somebody to the team' },
  invitation_withdrawn: { done: 'You withdrew an invitation' },
  member_joined: { done: 'You joined a team' },
  member_removed: { done: 'You removed somebody from the team' },
  member_left: { done: 'You left a team' },
  role_changed: { done: 'You changed a team member’s role' },
  api_key_created: { done: 'You created an API key' },
  api_key_rotated: { done: 'You replaced an API key' },
  api_key_revoked: { done: 'You revoked an API key' },
  assistant_connected: { done: 'You connected an assistant' },
  assistant_disconnected: { done: 'You disconnected an assistant' },
  checkout_opened: { done: 'You opened a checkout' },
  plan_switched: { done: 'You switched to another plan' },
  plan_cancelled: { done: 'You cancelled the paid plan' },
  plan_resumed: { done: 'You kept the paid plan after all' },
  account_deleted: { done: 'You deleted your account' },
  account_kept: { done: 'You kept your account after all' },
  INVALID_INPUT: { done: 'A browser reported input that was not valid' },
  XSS_ATTEMPT: { done: 'A browser reported text that looks like a script' },
  SQL_INJECTION: { done: 'A browser reported text that looks like a database command' },
  RATE_LIMIT_EXCEEDED: { done: 'A browser was told to slow down' },
  CSRF_TOKEN_INVALID: { done: 'A request that seemed to come from another site was refused' },
  UNAUTHORIZED_ACCESS: { done: 'Something that isn’t allowed was attempted' },
  SUSPICIOUS_ACTIVITY: { done: 'A browser reported something unusual' },
}

export function describeEvents({ items, nextCursor }: SecurityEventPage) {
  return {
    items: items.map(({ id, type, outcome, device, network, at }) => ({
      id,
      text: securityEventText(type, outcome),
      isRefused: outcome === 'refused',
      source: [device, network].filter(Boolean).join(', '),
      at,
    })),
    nextCursor,
  }
}

export type DescribedEvents = ReturnType<typeof describeEvents>

export function securityEventText(type: string, outcome: string): string {
  const text = Object.entries(EVENT_TEXTS).find(([known]) => known === type)?.[1]
  if (!text) return UNKNOWN_EVENT
  return outcome === 'refused' ? (text.refused ?? `${text.done}: refused`) : text.done
}
