import { expect, test } from 'vitest'
import { openStore } from '#scripts/local/store-schema.ts'

/** Tables of an organization whose contents are in its archive. */
const ARCHIVED = [
  'actions',
  'alarm_settings',
  'alert_recipients',
  'answer_targets',
  'asks',
  'business_sources',
  'businesses',
  'competitors',
  'draft_styles',
  'model_agreements',
  'organization_users',
  'own_platforms',
  'push_devices',
  'reply_templates',
  'report_schedules',
  'reports',
  'review_cases',
  'review_corrections',
  'review_notes',
  'review_pages',
  'review_responses',
  'review_revisions',
  'review_tags',
  'reviews',
  'saved_views',
  'security_events',
  'sessions',
  'widgets',
]

const OPENS = 'opens something, or belongs to an account elsewhere'
const DERIVED = 'is worked out from the reviews again'
const UNDERWAY = 'is underway'
const LOG = 'is a log or a count of what happened here, kept for a time'
const MONEY = 'is the payment of this organization'

const LEFT_OUT: Record<string, string> = {
  access_tokens: OPENS,
  api_keys: OPENS,
  assistant_grants: OPENS,
  connection_links: OPENS,
  connections: OPENS,
  import_addresses: OPENS,
  mfa_challenges: OPENS,
  organization_invitations: OPENS,
  post_links: OPENS,
  review_page_handles: OPENS,
  webhook_endpoints: OPENS,
  alarm_checks: DERIVED,
  alarms: DERIVED,
  insight_due: DERIVED,
  insight_findings: DERIVED,
  insight_readings: DERIVED,
  reply_drafts: DERIVED,
  reply_rewrites: DERIVED,
  review_features: DERIVED,
  automatic_replies: UNDERWAY,
  held_mails: UNDERWAY,
  idempotency_keys: UNDERWAY,
  reply_posts: UNDERWAY,
  reply_suggestions: UNDERWAY,
  webhook_deliveries: UNDERWAY,
  audit_entries: LOG,
  business_imports: LOG,
  model_calls: LOG,
  notification_marks: LOG,
  notification_reads: LOG,
  notifications: LOG,
  organization_usage: LOG,
  place_usage: LOG,
  review_page_days: LOG,
  scrape_runs: LOG,
  billing_checkouts: MONEY,
  credit_accounts: MONEY,
  credit_entries: MONEY,
  organization_billing: MONEY,
  organization_subscriptions: MONEY,
}

test('every table of an organization is in its archive, or left out for a reason', () => {
  const rows = openStore()
    .prepare(
      `SELECT DISTINCT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS fields
        WHERE tables.type = 'table' AND fields.name = 'organization_id' ORDER BY tables.name`,
    )
    .all() as { name: string }[]
  expect([...ARCHIVED, ...Object.keys(LEFT_OUT)].sort()).toEqual(rows.map(({ name }) => name).sort())
})
