import * as v from 'valibot'
import { PAGE_GONE, RangeEnd, RangeStart, uuid } from './fields.ts'

export const AUDITED = {
  people: [
    'member_invited',
    'invitation_withdrawn',
    'member_joined',
    'role_changed',
    'access_changed',
    'access_widened',
    'approval_required',
    'approval_lifted',
    'member_removed',
    'member_left',
    'ownership_transferred',
  ],
  businesses: [
    'business_created',
    'business_changed',
    'business_deleted',
    'business_restored',
    'competitor_added',
    'competitor_removed',
    'widget_created',
    'widget_changed',
    'widget_removed',
    'action_marked',
    'action_changed',
    'action_removed',
    'review_page_changed',
    'people_asked',
  ],
  reports: [
    'report_made',
    'report_shared',
    'report_unshared',
    'report_scheduled',
    'report_unscheduled',
    'report_deleted',
  ],
  replies: [
    'reply_created',
    'reply_changed',
    'reply_deleted',
    'reply_undone',
    'reply_suggested',
    'reply_returned',
    'review_assigned',
    'review_freed',
    'note_added',
    'note_changed',
    'note_deleted',
    'reviews_assigned',
    'reviews_freed',
    'tag_created',
    'tag_changed',
    'tag_deleted',
    'reviews_tagged',
    'reviews_untagged',
    'review_corrected',
    'correction_undone',
    'automatic_replies_allowed',
    'automatic_replies_stopped',
    'rewriting_allowed',
    'rewriting_stopped',
    'case_opened',
    'case_reported',
    'case_appealed',
    'case_closed',
  ],
  connections: ['connection_added', 'connection_removed', 'place_linked', 'place_unlinked'],
  data: [
    'platform_added',
    'platform_changed',
    'platform_deleted',
    'file_imported',
    'review_added',
    'reviews_exported',
    'archive_exported',
    'audit_log_exported',
    'evidence_exported',
    'asks_exported',
  ],
  keys: [
    'api_key_created',
    'api_key_rotated',
    'api_key_revoked',
    'assistant_connected',
    'assistant_disconnected',
    'webhook_created',
    'webhook_changed',
    'webhook_rotated',
    'webhook_deleted',
  ],
  payment: ['plan_changed'],
  settings: [
    'organization_created',
    'organization_changed',
    'alarms_changed',
    'answer_target_set',
    'recipient_added',
    'recipient_removed',
  ],
} as const
export type AuditSubject = keyof typeof AUDITED
export type AuditedAction = (typeof AUDITED)[AuditSubject][number]

export const AUDIT_SUBJECTS = Object.keys(AUDITED) as AuditSubject[]

export interface AuditEntryView {
  id: string
  action: AuditedAction
  /** Name of the affected object at the time. */
  subject: string
  /** The affected person's name or address; null if there is none or their account is gone. */
  about: string | null
  /** Null if the person's account is gone. */
  by: string | null
  /** Browser and system, for example 'Firefox on Android'; empty if no browser was involved. */
  device: string
  network: string
  /** ISO 8601 in UTC. */
  at: string
}

export interface AuditLogPage {
  /** Newest first. */
  items: AuditEntryView[]
  nextCursor: string | null
}

export interface AuditLogView {
  log: AuditLogPage
  /** Includes former members. */
  people: { userId: string; name: string }[]
  historyDays: number
}

const FILTERS = {
  person: v.optional(uuid('Choose a person.')),
  subject: v.optional(v.picklist(AUDIT_SUBJECTS, 'Choose a subject.')),
  from: v.optional(RangeStart),
  to: v.optional(RangeEnd),
}

export const AuditFilters = v.optional(v.object(FILTERS), {})
export type AuditFilters = v.InferOutput<typeof AuditFilters>

export const AuditLogInput = v.optional(v.object({ ...FILTERS, cursor: v.optional(uuid(PAGE_GONE)) }), {})
export type AuditLogInput = v.InferOutput<typeof AuditLogInput>

/** Subject of the sentence about an entry: a person, or the payment service if it changed the plan. */
export function doerText({ by, action }: Pick<AuditEntryView, 'by' | 'action'>): string {
  return by ?? (action === 'plan_changed' ? 'The payment service' : 'Someone whose account was deleted')
}

/** Predicate of the sentence about an entry; it follows `doerText`. */
export function actionText({
  action,
  subject,
  about,
}: Pick<AuditEntryView, 'action' | 'subject' | 'about'>): string {
  return ACTION_TEXTS[action](subject || 'something', about ?? 'somebody')
}

const ACTION_TEXTS: Record<AuditedAction, (subject: string, about: string) => string> = {
  member_invited: (subject) => `invited ${subject}`,
  invitation_withdrawn: (subject) => `withdrew the invitation for ${subject}`,
  member_joined: (subject) => `joined as ${subject}`,
  role_changed: (subject, about) => `made ${about} ${subject}`,
  access_changed: (subject, about) => `let ${about} see ${subject} only`,
  access_widened: (_, about) => `let ${about} see all businesses`,
  approval_required: (_, about) => `required approval for ${about}’s replies`,
  approval_lifted: (_, about) => `let ${about} post replies`,
  member_removed: (_, about) => `removed ${about}`,
  member_left: () => 'left',
  ownership_transferred: (_, about) => `made ${about} the owner`,
  business_created: (subject) => `added ${subject}`,
  business_changed: (subject) => `changed ${subject}`,
  business_deleted: (subject) => `deleted ${subject} with its reviews`,
  business_restored: (subject) => `brought ${subject} back`,
  competitor_added: (subject) => `added the competitor ${subject}`,
  competitor_removed: (subject) => `removed the competitor ${subject}`,
  widget_created: (subject) => `added a widget with reviews of ${subject}`,
  widget_changed: (subject) => `changed a widget with reviews of ${subject}`,
  widget_removed: (subject) => `deleted a widget with reviews of ${subject}`,
  action_marked: (subject) => `marked the action ${subject}`,
  action_changed: (subject) => `changed the action ${subject}`,
  action_removed: (subject) => `deleted the action ${subject}`,
  review_page_changed: (subject) => `changed the review page of ${subject}`,
  people_asked: (subject) => `asked people for reviews of ${subject} by e-mail`,
  report_made: (subject) => `created the report ${subject}`,
  report_shared: (subject) => `created a link to the report ${subject}`,
  report_unshared: (subject) => `removed the link to the report ${subject}`,
  report_scheduled: (subject) => `scheduled the report ${subject}`,
  report_unscheduled: (subject) => `stopped scheduling the report ${subject}`,
  report_deleted: (subject) => `deleted the report ${subject}`,
  reply_created: (subject) => `answered a review of ${subject}`,
  reply_changed: (subject) => `changed an answer to a review of ${subject}`,
  reply_deleted: (subject) => `deleted an answer to a review of ${subject}`,
  reply_undone: (subject) => `took back an answer to a review of ${subject} before it was posted`,
  reply_suggested: (subject) => `suggested an answer to a review of ${subject}`,
  reply_returned: (subject, about) => `handed back ${about}’s answer to a review of ${subject}`,
  review_assigned: (subject, about) => `asked ${about} to answer a review of ${subject}`,
  automatic_replies_allowed: (subject) => `switched on automatic replies to reviews of ${subject}`,
  automatic_replies_stopped: (subject) => `switched off automatic replies to reviews of ${subject}`,
  rewriting_allowed: (subject) => `let the language model ${subject} rewrite drafts`,
  rewriting_stopped: () => 'stopped the language model from rewriting drafts',
  case_opened: (subject) => `opened a case about a review of ${subject}`,
  case_reported: (subject) => `reported a review of ${subject} to its platform`,
  case_appealed: (subject) => `appealed for the removal of a review of ${subject}`,
  case_closed: (subject) => `closed a case about a review of ${subject}`,
  review_freed: (subject) => `unassigned a review of ${subject}`,
  note_added: (subject) => `wrote a note on a review of ${subject}`,
  note_changed: (subject) => `changed a note on a review of ${subject}`,
  note_deleted: (subject) => `deleted a note on a review of ${subject}`,
  reviews_assigned: (subject, about) => `asked ${about} to answer ${subject}`,
  reviews_freed: (subject) => `unassigned ${subject}`,
  tag_created: (subject) => `created the tag ${subject}`,
  tag_changed: (subject) => `changed the tag ${subject}`,
  tag_deleted: (subject) => `deleted the tag ${subject}`,
  reviews_tagged: (subject) => `tagged reviews as ${subject}`,
  reviews_untagged: (subject) => `removed the tag ${subject} from reviews`,
  review_corrected: (subject) => `corrected how a review of ${subject} was read`,
  correction_undone: (subject) => `undid a correction to a review of ${subject}`,
  connection_added: (subject) => `connected ${subject}`,
  connection_removed: (subject) => `disconnected ${subject}`,
  place_linked: (subject) => `chose the connected place for ${subject}`,
  place_unlinked: (subject) => `stopped using the connection for ${subject}`,
  platform_added: (subject) => `added the platform ${subject}`,
  platform_changed: (subject) => `changed the platform ${subject}`,
  platform_deleted: (subject) => `deleted the platform ${subject}`,
  file_imported: (subject) => `imported a file of reviews for ${subject}`,
  review_added: (subject) => `added a review of ${subject} by hand`,
  reviews_exported: () => 'downloaded reviews as a CSV file',
  evidence_exported: (subject) => `downloaded the evidence for an alarm about ${subject}`,
  asks_exported: () => 'downloaded the log of asks as a CSV file',
  audit_log_exported: () => 'downloaded this log as a CSV file',
  archive_exported: () => 'downloaded everything as an archive',
  api_key_created: (subject) => `created the API key ${subject}`,
  api_key_rotated: (subject) => `replaced the API key ${subject}`,
  api_key_revoked: (subject) => `revoked the API key ${subject}`,
  assistant_connected: (subject) => `connected the assistant ${subject}`,
  assistant_disconnected: (subject) => `disconnected the assistant ${subject}`,
  webhook_created: (subject) => `added the webhook endpoint ${subject}`,
  webhook_changed: (subject) => `changed the webhook endpoint ${subject}`,
  webhook_rotated: (subject) => `replaced the secret of the webhook endpoint ${subject}`,
  webhook_deleted: (subject) => `deleted the webhook endpoint ${subject}`,
  plan_changed: (subject) => `changed the plan to ${subject}`,
  organization_created: (subject) => `created the organization ${subject}`,
  organization_changed: (subject) => `changed the details of ${subject}`,
  alarms_changed: (subject) => `set the alarms to ${subject}`,
  answer_target_set: (subject) => `set the target for answers to ${subject}`,
  recipient_added: (subject) => `asked ${subject} whether they want e-mails`,
  recipient_removed: (subject) => `stopped the e-mails to ${subject}`,
}
