/** Owner of tables that are only written by triggers. */
export const BY_TRIGGERS = 'db/triggers/'

/**
 * Files that write tables passed to them (old, erased or due rows); docs/decisions/0060-owners-of-tables.md explains
 * why.
 */
export const WRITES_ANYWHERE: readonly string[] = [
  'worker/platform/prune.ts',
  'worker/platform/due.ts',
  'worker/erasure/erase.ts',
]

/**
 * Owners of each table: one file, or a folder (with a trailing slash) whose files each write their own part. A second
 * owner is listed only if the order of the folders leaves no alternative; the decision record explains why.
 */
export const OWNERS: Readonly<Record<string, readonly string[]>> = {
  dev_mails: ['worker/platform/mail.ts'],
  outgoing_mails: ['worker/platform/'],
  oauth_attempts: ['worker/oauth/attempts.ts'],
  notifications: ['worker/notifications/notify.ts'],
  notification_marks: ['worker/notifications/bell.ts'],
  notification_reads: ['worker/notifications/bell.ts'],

  users: ['worker/identity/accounts/account-store.ts'],
  profiles: ['worker/identity/accounts/account-store.ts'],
  subscriptions: ['worker/identity/accounts/account-store.ts'],
  sessions: ['worker/identity/sessions/session-store.ts'],
  email_links: ['worker/identity/accounts/email-link.ts'],
  password_history: ['worker/identity/passwords/new-password.ts'],
  user_identities: ['worker/identity/links/'],
  mfa_factors: ['worker/identity/factors/'],
  mfa_recovery_codes: ['worker/identity/factors/'],
  mfa_challenges: ['worker/identity/factors/challenge.ts'],
  known_devices: ['worker/identity/sessions/known-devices.ts'],
  access_tokens: ['worker/identity/tokens/issue.ts'],
  api_keys: ['worker/identity/keys/'],
  assistant_grants: ['worker/identity/keys/'],
  oauth_clients: ['worker/identity/keys/oauth-clients.ts'],
  attempts: ['worker/identity/limits/'],
  security_events: ['worker/identity/log/audit.ts'],
  audit_entries: ['worker/identity/log/record-action.ts'],

  instance: ['worker/operation/instance.ts'],
  operator_notices: ['worker/operation/'],
  page_speeds: ['worker/operation/'],

  organizations: ['worker/organizations/organization.ts', 'worker/identity/accounts/home.ts'],
  organization_users: ['worker/organizations/', 'worker/identity/accounts/home.ts'],
  organization_invitations: ['worker/organizations/'],
  organization_subscriptions: ['worker/billing/store-billing.ts', 'worker/identity/accounts/home.ts'],

  organization_billing: ['worker/billing/'],
  billing_checkouts: ['worker/billing/checkout.ts'],
  billing_events: ['worker/billing/sync-billing.ts'],
  credit_accounts: ['worker/credits/credits.ts', 'worker/identity/accounts/home.ts'],
  credit_entries: ['worker/credits/credits.ts'],

  webhook_endpoints: ['worker/webhooks/'],
  webhook_deliveries: ['worker/webhooks/'],

  businesses: ['worker/businesses/'],
  business_sources: ['worker/businesses/source-state.ts'],
  own_platforms: ['worker/businesses/own-platforms.ts'],
  connections: ['worker/connections/'],
  connection_links: ['worker/connections/'],

  reviews: ['worker/reviews/'],
  review_ids: ['worker/reviews/upsert-reviews.ts'],
  review_revisions: ['worker/reviews/restore-reviews.ts'],
  business_imports: ['worker/reviews/quota.ts'],
  organization_usage: ['worker/reviews/quota.ts'],
  answer_targets: ['worker/reviews/answer-targets.ts'],
  review_notes: ['worker/reviews/notes.ts'],
  saved_views: ['worker/reviews/saved-views.ts'],
  review_tags: ['worker/reviews/tags.ts'],

  review_responses: ['worker/responses/', 'worker/reviews/reactions.ts'],
  reply_posts: ['worker/responses/posting/'],
  reply_suggestions: ['worker/responses/suggestions.ts'],
  post_links: ['worker/responses/post-links.ts'],
  reply_templates: ['worker/responses/templates.ts'],

  review_cases: ['worker/cases/', 'worker/reviews/reactions.ts'],
  widgets: ['worker/widgets/manage.ts'],

  scrape_runs: ['worker/collection/run-store.ts', 'worker/businesses/source-state.ts'],
  scan_pages: ['worker/collection/', 'worker/businesses/source-state.ts'],
  place_usage: ['worker/collection/place-usage.ts'],

  import_addresses: ['worker/imports/mail-address.ts'],
  held_mails: ['worker/imports/mail/'],
  idempotency_keys: ['worker/imports/push.ts'],

  alert_recipients: ['worker/alerts/', 'worker/notifications/recipients.ts'],
  push_devices: ['worker/alerts/push/', 'worker/notifications/recipients.ts'],
  outgoing_pushes: ['worker/alerts/push/'],

  review_pages: ['worker/asking/'],
  review_page_handles: ['worker/asking/'],
  review_page_days: ['worker/asking/'],
  asks: ['worker/asking/'],
  ask_addresses: ['worker/asking/'],
  ask_keys: ['worker/asking/'],

  // Findings are due again when answers change (worker/reviews/reactions.ts).
  insight_findings: ['worker/insights/findings/store-findings.ts', 'worker/reviews/reactions.ts'],
  insight_due: ['worker/insights/reading/', 'worker/reviews/reactions.ts'],
  insight_readings: ['worker/insights/reading/', 'worker/reviews/reactions.ts'],
  review_features: ['worker/insights/reading/store-features.ts'],
  review_corrections: ['worker/insights/corrections/', 'worker/reviews/reactions.ts'],
  alarms: ['worker/insights/alarms/check-due.ts'],
  alarm_checks: ['worker/insights/alarms/check-due.ts'],
  alarm_settings: ['worker/insights/alarms/alarms.ts'],
  actions: ['worker/insights/actions/marked-actions.ts'],
  competitors: ['worker/insights/competitors/'],
  competitor_totals: ['worker/insights/competitors/look-up-totals.ts'],
  automatic_replies: ['worker/insights/drafts/automatic-replies.ts', 'worker/reviews/reactions.ts'],
  draft_styles: ['worker/insights/drafts/draft-styles.ts'],
  reply_drafts: ['worker/insights/drafts/reply-drafts.ts'],
  model_agreements: ['worker/insights/drafts/rewrite/agreement.ts'],
  model_calls: ['worker/insights/drafts/rewrite/rewrite-draft.ts'],
  reply_rewrites: ['worker/insights/drafts/rewrite/'],
  reports: ['worker/insights/reports/'],
  report_schedules: ['worker/insights/reports/'],

  account_deletions: ['worker/erasure/'],

  review_daily_stats: [BY_TRIGGERS],
  review_search: [BY_TRIGGERS],
  insight_terms: [BY_TRIGGERS],
  insight_term_months: [BY_TRIGGERS],
  insight_topic_days: [BY_TRIGGERS],
}
