import { getTableName, sql } from 'drizzle-orm'
import {
  index,
  type SQLiteTable,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  unique,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import {
  accessTokens,
  accountDeletions,
  actions,
  alarmChecks,
  alarms,
  alertRecipients,
  answerTargets,
  apiKeys,
  askAddresses,
  asks,
  assistantGrants,
  attempts,
  auditEntries,
  automaticReplies,
  billingCheckouts,
  billingEvents,
  businesses,
  businessImports,
  businessSources,
  competitors,
  connectionLinks,
  connections,
  creditAccounts,
  creditEntries,
  devMails,
  draftStyles,
  emailLinks,
  heldMails,
  idempotencyKeys,
  importAddresses,
  insightDue,
  insightFindings,
  insightReadings,
  insightTermMonths,
  insightTerms,
  instance,
  knownDevices,
  mfaChallenges,
  mfaFactors,
  modelAgreements,
  modelCalls,
  notificationMarks,
  notificationReads,
  notifications,
  oauthAttempts,
  oauthClients,
  organizationBilling,
  organizationInvitations,
  organizationUsers,
  outgoingMails,
  outgoingPushes,
  ownPlatforms,
  passwordHistory,
  placeUsage,
  postLinks,
  profiles,
  pushDevices,
  replyDrafts,
  replyPosts,
  replyRewrites,
  replySuggestions,
  replyTemplates,
  reportSchedules,
  reports,
  reviewCases,
  reviewCorrections,
  reviewDailyStats,
  reviewFeatures,
  reviewNotes,
  reviewPageDays,
  reviewPageHandles,
  reviewPages,
  reviewResponses,
  reviewRevisions,
  reviews,
  reviewTags,
  savedViews,
  scrapeRuns,
  securityEvents,
  sessions,
  userIdentities,
  webhookDeliveries,
  webhookEndpoints,
  widgets,
} from './schema/index.ts'

// Indexes and unique constraints, for `npm run check` and for readers. Separate from the tables, because the worker
// doesn't need them: they would add 2 KB compressed.

function indexesOf<T extends SQLiteTable>(table: T, declare: (table: T) => SQLiteTableExtraConfigValue[]) {
  return sqliteTable(getTableName(table), {}, () => declare(table))
}

export const INDEXES = [
  indexesOf(instance, (table) => [
    index('instance_by_operator').on(table.operatorId).where(sql`operator_id IS NOT NULL`),
  ]),
  indexesOf(passwordHistory, (table) => [
    index('password_history_by_user').on(table.userId, sql`created_at DESC`, sql`id DESC`),
  ]),
  indexesOf(emailLinks, (table) => [index('email_links_by_expiry').on(table.expiresAt)]),
  indexesOf(knownDevices, (table) => [
    index('known_devices_by_expiry').on(table.expiresAt),
    unique().on(table.userId, table.tokenHash),
  ]),
  indexesOf(attempts, (table) => [index('attempts_by_end').on(table.endsAt)]),
  indexesOf(securityEvents, (table) => [
    index('security_events_anonymous').on(table.createdAt).where(sql`user_id IS NULL`),
    index('security_events_by_age').on(table.createdAt),
    index('security_events_by_organization').on(table.organizationId).where(sql`organization_id IS NOT NULL`),
    index('security_events_by_user')
      .on(table.userId, sql`created_at DESC`, sql`id DESC`)
      .where(sql`user_id IS NOT NULL`),
  ]),
  indexesOf(auditEntries, (table) => [
    index('audit_entries_about_user').on(table.aboutUserId).where(sql`about_user_id IS NOT NULL`),
    index('audit_entries_by_action').on(table.organizationId, table.action, table.id),
    index('audit_entries_by_age').on(table.createdAt),
    index('audit_entries_by_organization').on(table.organizationId, table.id),
    index('audit_entries_by_person').on(table.organizationId, table.userId, table.id),
    index('audit_entries_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
  ]),
  indexesOf(outgoingMails, (table) => [
    index('outgoing_mails_due').on(table.dueAt),
    index('outgoing_mails_in_turn').on(table.isBulk, table.dueAt),
  ]),
  indexesOf(devMails, () => [index('dev_mails_by_age').on(sql`created_at DESC`)]),
  indexesOf(accountDeletions, (table) => [index('account_deletions_by_due').on(table.dueAt)]),
  indexesOf(alarmChecks, (table) => [
    index('alarm_checks_by_due').on(table.dueAt),
    index('alarm_checks_by_organization').on(table.organizationId),
  ]),
  indexesOf(insightFindings, (table) => [
    index('insight_findings_by_due').on(table.dueAt),
    uniqueIndex('insight_findings_by_business').on(table.businessId),
  ]),
  indexesOf(alarms, (table) => [
    index('alarms_by_organization').on(table.organizationId),
    unique().on(table.businessId, table.key, table.toDay),
  ]),
  indexesOf(alertRecipients, (table) => [
    index('alert_recipients_alert_due').on(table.nextAlertAt).where(sql`next_alert_at IS NOT NULL`),
    index('alert_recipients_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('alert_recipients_digest_due').on(table.nextDigestAt).where(sql`next_digest_at IS NOT NULL`),
    index('alert_recipients_unanswered').on(table.tokenExpiresAt).where(sql`confirmed_at IS NULL`),
    unique().on(table.organizationId, table.userId),
    unique().on(table.organizationId, table.email),
  ]),
  indexesOf(reviewPages, (table) => [index('review_pages_by_organization').on(table.organizationId)]),
  indexesOf(reviewPageHandles, (table) => [index('review_page_handles_by_business').on(table.businessId)]),
  indexesOf(reviewPageDays, (table) => [index('review_page_days_by_age').on(table.day)]),
  indexesOf(asks, (table) => [
    index('asks_by_address').on(table.addressHash).where(sql`address_hash IS NOT NULL`),
    index('asks_by_age').on(table.createdAt),
    index('asks_by_business').on(table.businessId, table.id),
    index('asks_by_organization').on(table.organizationId, table.channel, table.createdAt),
    index('asks_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('asks_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index('asks_in_turn').on(table.organizationId, table.id),
    index('asks_with_address').on(table.createdAt).where(sql`email IS NOT NULL`),
  ]),
  indexesOf(askAddresses, (table) => [
    index('ask_addresses_by_age').on(table.askedAt).where(sql`refused_at IS NULL`),
    index('ask_addresses_by_domain').on(table.domainHash, table.askedAt).where(sql`domain_hash IS NOT NULL`),
  ]),
  indexesOf(pushDevices, (table) => [
    index('push_devices_by_organization').on(table.organizationId),
    index('push_devices_by_user').on(table.userId, table.organizationId),
  ]),
  indexesOf(outgoingPushes, (table) => [
    index('outgoing_pushes_by_device').on(table.deviceId),
    index('outgoing_pushes_due').on(table.dueAt),
  ]),
  indexesOf(organizationBilling, (table) => [
    index('organization_billing_by_payer').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('organization_billing_due').on(table.checkAt).where(sql`check_at IS NOT NULL`),
  ]),
  indexesOf(billingCheckouts, (table) => [
    index('billing_checkouts_age').on(table.createdAt),
    unique().on(table.organizationId, table.idempotencyKey),
  ]),
  indexesOf(billingEvents, (table) => [index('billing_events_age').on(table.createdAt)]),
  indexesOf(creditAccounts, (table) => [index('credit_accounts_by_due').on(table.due)]),
  indexesOf(creditEntries, (table) => [
    index('credit_entries_by_month').on(table.organizationId, table.month, table.kind, table.amount),
    index('credit_entries_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
    uniqueIndex('credit_entries_once')
      .on(table.organizationId, table.reference, table.kind)
      .where(sql`reference IS NOT NULL`),
  ]),
  indexesOf(businesses, (table) => [
    index('businesses_by_maker').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('businesses_by_organization').on(table.organizationId, table.createdAt, table.id),
    index('businesses_deleted').on(table.organizationId, table.deletedAt).where(sql`deleted_at IS NOT NULL`),
    index('businesses_to_erase').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ]),
  indexesOf(businessSources, (table) => [
    index('business_sources_by_end_notice').on(table.endNotice).where(sql`source = 'facebook'`),
    index('business_sources_due').on(table.nextDueAt).where(sql`next_due_at IS NOT NULL`),
  ]),
  indexesOf(competitors, (table) => [
    index('competitors_by_organization').on(table.organizationId),
    index('competitors_due').on(table.dueAt),
    unique().on(table.businessId, table.placeUrl),
  ]),
  indexesOf(connections, (table) => [
    index('connections_by_account').on(table.provider, table.subject),
    index('connections_by_maker').on(table.createdBy),
    unique().on(table.organizationId, table.provider, table.subject),
  ]),
  indexesOf(connectionLinks, (table) => [index('connection_links_by_connection').on(table.connectionId)]),
  indexesOf(replyPosts, (table) => [
    index('reply_posts_by_author').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('reply_posts_by_business').on(table.businessId),
    index('reply_posts_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
  ]),
  indexesOf(draftStyles, (table) => [
    index('draft_styles_automatic').on(table.automaticBy).where(sql`automatic_by IS NOT NULL`),
  ]),
  indexesOf(automaticReplies, (table) => [index('automatic_replies_by_due').on(table.dueAt)]),
  indexesOf(replyDrafts, (table) => [
    index('reply_drafts_by_delivery')
      .on(table.businessId, table.deliveredAt)
      .where(sql`delivered_at IS NOT NULL`),
  ]),
  indexesOf(importAddresses, (table) => [index('import_addresses_by_maker').on(table.createdBy)]),
  indexesOf(idempotencyKeys, (table) => [index('idempotency_keys_by_expiry').on(table.expiresAt)]),
  indexesOf(businessImports, (table) => [
    index('business_imports_by_organization').on(table.organizationId, table.reviewsStored),
  ]),
  indexesOf(heldMails, (table) => [
    index('held_mails_by_age').on(table.createdAt),
    unique().on(table.businessId, table.platform, table.reviewId),
  ]),
  indexesOf(ownPlatforms, (table) => [unique().on(table.organizationId, table.nameKey)]),
  indexesOf(reviewDailyStats, (table) => [
    index('review_daily_stats_of_own_platforms')
      .on(table.businessId, table.day)
      .where(sql`own_platform <> ''`),
  ]),
  indexesOf(reviewTags, (table) => [
    index('review_tags_with_rule').on(table.organizationId).where(sql`rule IS NOT NULL`),
    unique().on(table.organizationId, table.nameKey),
    unique().on(table.organizationId, table.label),
  ]),
  indexesOf(savedViews, (table) => [
    index('saved_views_by_user').on(table.userId),
    unique().on(table.organizationId, table.userId, table.name),
  ]),
  indexesOf(actions, (table) => [
    index('actions_by_business').on(table.businessId).where(sql`business_id IS NOT NULL`),
    index('actions_by_organization').on(table.organizationId, table.day),
  ]),
  indexesOf(replyTemplates, (table) => [
    index('reply_templates_by_business').on(table.businessId).where(sql`business_id IS NOT NULL`),
    index('reply_templates_by_organization').on(table.organizationId),
  ]),
  indexesOf(insightReadings, (table) => [
    index('insight_readings_by_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index('insight_readings_by_method').on(table.method),
  ]),
  indexesOf(insightDue, (table) => [
    index('insight_due_by_organization').on(table.organizationId, table.reviewId),
  ]),
  indexesOf(reviewFeatures, (table) => [
    index('review_features_by_day').on(table.businessId, table.day),
    index('review_features_by_organization').on(table.organizationId),
  ]),
  indexesOf(reviewCorrections, (table) => [
    index('review_corrections_by_author').on(table.correctedBy).where(sql`corrected_by IS NOT NULL`),
    index('review_corrections_by_organization').on(table.organizationId),
  ]),
  indexesOf(insightTermMonths, (table) => [
    index('insight_term_months_by_reviews')
      .on(table.businessId, table.month, table.reviews)
      .where(sql`reviews >= 3`),
  ]),
  indexesOf(insightTerms, (table) => [index('insight_terms_by_reviews').on(table.businessId, table.reviews)]),
  indexesOf(modelAgreements, (table) => [index('model_agreements_by_user').on(table.agreedBy)]),
  indexesOf(modelCalls, (table) => [index('model_calls_by_organization').on(table.organizationId)]),
  indexesOf(replyRewrites, (table) => [index('reply_rewrites_by_organization').on(table.organizationId)]),
  indexesOf(mfaFactors, (table) => [unique().on(table.userId, table.status)]),
  indexesOf(mfaChallenges, (table) => [
    index('mfa_challenges_by_expiry').on(table.expiresAt),
    index('mfa_challenges_by_organization').on(table.organizationId),
    index('mfa_challenges_by_user').on(table.userId),
  ]),
  indexesOf(notifications, (table) => [
    index('notifications_by_age').on(table.createdAt),
    index('notifications_by_business').on(table.businessId).where(sql`business_id IS NOT NULL`),
    index('notifications_by_organization').on(table.organizationId, sql`seq DESC`),
    index('notifications_by_reader').on(table.organizationId, table.businessId, table.userId, table.seq),
    index('notifications_by_user').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('notifications_of_alarms').on(table.organizationId, table.seq).where(sql`kind = 'alarm'`),
    index('notifications_of_runs').on(table.organizationId, table.seq).where(sql`run_id IS NOT NULL`),
    unique().on(table.organizationId, table.dedupeKey),
  ]),
  indexesOf(notificationMarks, (table) => [index('notification_marks_by_user').on(table.userId)]),
  indexesOf(notificationReads, (table) => [
    index('notification_reads_by_user').on(table.userId, table.organizationId),
  ]),
  indexesOf(userIdentities, (table) => [
    uniqueIndex('user_identities_by_user').on(table.userId, table.provider),
  ]),
  indexesOf(oauthAttempts, (table) => [index('oauth_attempts_by_expiry').on(table.expiresAt)]),
  indexesOf(organizationUsers, (table) => [
    index('organization_users_by_user').on(table.userId, table.isActive),
  ]),
  indexesOf(organizationInvitations, (table) => [
    index('organization_invitations_by_inviter').on(table.invitedBy).where(sql`invited_by IS NOT NULL`),
    index('organization_invitations_end').on(table.expiresAt),
    unique().on(table.organizationId, table.emailKey),
  ]),
  indexesOf(placeUsage, (table) => [
    index('place_usage_by_end').on(table.until),
    index('place_usage_by_run').on(table.askedBy).where(sql`kind = 'run'`),
  ]),
  indexesOf(reports, (table) => [
    index('reports_by_delivery').on(table.organizationId, table.id).where(sql`delivered_at IS NOT NULL`),
    uniqueIndex('reports_by_link').on(table.linkHash).where(sql`link_hash IS NOT NULL`),
    index('reports_by_link_maker').on(table.linkBy).where(sql`link_by IS NOT NULL`),
    index('reports_by_user').on(table.userId),
    index('reports_undelivered').on(table.createdAt).where(sql`delivered_at IS NULL`),
    unique().on(table.organizationId, table.basis),
  ]),
  indexesOf(reportSchedules, (table) => [
    index('report_schedules_by_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index('report_schedules_by_user').on(table.userId),
    unique().on(table.organizationId, table.settings, table.businessIds),
  ]),
  indexesOf(reviews, (table) => [
    index('reviews_arrived')
      .on(table.businessId, table.platform)
      .where(sql`source IN ('file', 'paste', 'push', 'mail')`),
    index('reviews_by_change')
      .on(table.businessId, table.postedAt)
      .where(sql`edited_at IS NOT NULL OR removed_at IS NOT NULL OR returned_at IS NOT NULL`),
    index('reviews_by_assignee')
      .on(table.assignedTo, table.organizationId)
      .where(sql`assigned_to IS NOT NULL`),
    index('reviews_by_assigner').on(table.assignedBy).where(sql`assigned_by IS NOT NULL`),
    index('reviews_by_business').on(table.businessId, table.scrapedAt, table.position),
    index('reviews_by_instant_profile')
      .on(table.businessId, table.reviewDate)
      .where(sql`platform = 'google' AND source = 'google-business-profile'`),
    index('reviews_by_instant_public')
      .on(table.businessId, table.reviewDate)
      .where(sql`platform = 'google' AND source <> 'google-business-profile'`),
    index('reviews_by_organization').on(table.organizationId, table.scrapedAt, table.position),
    index('reviews_edited')
      .on(table.businessId, table.platform, table.editedAt)
      .where(sql`edited_at IS NOT NULL`),
    index('reviews_removed')
      .on(table.businessId, table.platform, table.removedAt)
      .where(sql`removed_at IS NOT NULL`),
    index('reviews_settled').on(table.organizationId, table.settledAt).where(sql`settled_at IS NOT NULL`),
    unique().on(table.businessId, table.platform, table.platformReviewId),
  ]),
  indexesOf(reviewCases, (table) => [
    index('review_cases_by_business').on(table.businessId),
    index('review_cases_by_organization').on(table.organizationId, table.openedAt),
    index('review_cases_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
  ]),
  indexesOf(reviewRevisions, (table) => [
    index('review_revisions_by_review').on(table.reviewId, sql`replaced_at DESC`),
  ]),
  indexesOf(reviewResponses, (table) => [
    index('review_responses_by_author').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('review_responses_by_business').on(table.businessId, sql`created_at DESC`, sql`review_id DESC`),
  ]),
  indexesOf(answerTargets, (table) => [
    index('answer_targets_by_organization').on(table.organizationId),
    index('answer_targets_due').on(table.dueAt),
  ]),
  indexesOf(replySuggestions, (table) => [
    index('reply_suggestions_by_author').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('reply_suggestions_by_returner').on(table.returnedBy).where(sql`returned_by IS NOT NULL`),
  ]),
  indexesOf(postLinks, (table) => [
    index('post_links_by_expiry').on(table.expiresAt),
    index('post_links_by_organization').on(table.organizationId),
    index('post_links_by_review').on(table.reviewId),
    index('post_links_by_user').on(table.userId),
  ]),
  indexesOf(reviewNotes, (table) => [
    index('review_notes_by_author').on(table.userId).where(sql`user_id IS NOT NULL`),
    index('review_notes_by_review').on(table.reviewId, table.createdAt),
  ]),
  indexesOf(scrapeRuns, (table) => [
    index('scrape_runs_by_business').on(table.businessId, sql`created_at DESC`, sql`id DESC`),
    index('scrape_runs_by_end').on(sql`coalesce(keep_until, created_at + 7776000000)`),
    index('scrape_runs_by_organization').on(table.organizationId, sql`created_at DESC`, sql`id DESC`),
    index('scrape_runs_by_source').on(table.businessId, table.platform, sql`created_at DESC`),
    uniqueIndex('scrape_runs_one_open')
      .on(table.businessId, table.platform, sql`source = 'file'`)
      .where(sql`status IN ('queued', 'running')`),
    index('scrape_runs_open').on(table.dueAt).where(sql`status IN ('queued', 'running')`),
  ]),
  indexesOf(accessTokens, (table) => [
    index('access_tokens_by_expiry').on(table.expiresAt),
    index('access_tokens_by_organization').on(table.organizationId),
    index('access_tokens_by_user').on(table.userId),
  ]),
  indexesOf(apiKeys, (table) => [
    index('api_keys_by_expiry').on(table.expiresAt).where(sql`expires_at IS NOT NULL`),
    index('api_keys_by_maker').on(table.createdBy),
    index('api_keys_by_organization').on(table.organizationId),
  ]),
  indexesOf(oauthClients, (table) => [
    index('oauth_clients_by_expiry').on(table.expiresAt).where(sql`expires_at IS NOT NULL`),
  ]),
  indexesOf(assistantGrants, (table) => [
    index('assistant_grants_by_organization').on(table.organizationId),
    index('assistant_grants_by_refresh').on(table.refreshHash),
  ]),
  indexesOf(profiles, () => [
    uniqueIndex('profiles_by_username').on(sql`lower(username)`).where(sql`username IS NOT NULL`),
  ]),
  indexesOf(sessions, (table) => [
    index('sessions_by_end').on(sql`coalesce(keep_until, expires_at)`),
    uniqueIndex('sessions_by_keep_series').on(table.keepSeries).where(sql`keep_series IS NOT NULL`),
    index('sessions_by_organization').on(table.organizationId),
    index('sessions_by_previous_token')
      .on(table.previousTokenHash)
      .where(sql`previous_token_hash IS NOT NULL`),
    index('sessions_by_user').on(table.userId, sql`created_at DESC`),
  ]),
  indexesOf(webhookEndpoints, (table) => [
    index('webhook_endpoints_by_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
    index('webhook_endpoints_by_maker').on(table.createdBy).where(sql`created_by IS NOT NULL`),
    index('webhook_endpoints_by_organization').on(table.organizationId),
  ]),
  indexesOf(widgets, (table) => [
    index('widgets_by_business').on(table.businessId),
    index('widgets_by_organization').on(table.organizationId, table.createdAt, table.id),
  ]),
  indexesOf(webhookDeliveries, (table) => [
    index('webhook_deliveries_by_age').on(table.createdAt),
    index('webhook_deliveries_by_due').on(table.endpointId, table.dueAt).where(sql`due_at IS NOT NULL`),
    index('webhook_deliveries_by_endpoint').on(table.endpointId, sql`number DESC`),
    index('webhook_deliveries_by_organization').on(table.organizationId),
    index('webhook_deliveries_edits')
      .on(table.endpointId, sql`body->>'$.data.reviewId'`, table.number)
      .where(sql`due_at IS NOT NULL AND event = 'review.edited'`),
  ]),
]
