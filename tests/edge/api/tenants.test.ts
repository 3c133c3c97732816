import { env } from 'cloudflare:test'
import { test as base, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { callProcedure, PROCEDURES } from '#tests/edge/support/procedures.ts'
import {
  createTenant,
  digestOf,
  digestOfBusiness,
  nobodysObjects,
  type Objects,
  type Tenant,
  textsOfBusiness,
  untilWritten,
} from '#tests/edge/support/tenant.ts'
import { createBusiness } from '#tests/factories.ts'
import { ROLES, type Role } from '#worker/rules/permissions.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

interface Case {
  /** Input for the call; the objects may belong to anyone. */
  input?: (objects: Objects) => unknown
  /** The weakest role that may call it; `anyone` needs no session. */
  role: Role | 'anyone'
  /**
   * Outcome for objects that are not the caller's, another tenant's and nobody's alike: `not_found`;
   * `nothing` if the procedure lists, counts or creates and the object is at most a filter; `refused` if the
   * input given here is refused for another reason.
   */
  foreign: 'not_found' | 'nothing' | 'refused'
  /** True if the answer about the caller's own objects contains stored text. */
  shows?: boolean
  /** True if members limited to some businesses may not call it. */
  isForAll?: true
}

const NO_TOKEN = 'x'.repeat(43)
const SIGN_UP = { email: 'new@example.test', password: 'Harbor-Lantern-42', fullName: 'New Owner' }

const ALERTS = {
  alertStars: 2,
  digest: 'daily',
  digestWeekday: 1,
  digestTime: '09:00',
  quietFrom: null,
  quietUntil: null,
  timeZone: 'UTC',
  takesMail: true,
  takesAlarms: true,
}
const DEVICE = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/planted',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

const PLANTED = { authorName: 'Nobody', rating: 1, reviewText: 'Planted' }

/** One entry per procedure. A new procedure fails the first test until it has one. */
const CASES: Record<string, Case> = {
  'account.delete': { role: 'viewer', foreign: 'nothing' },
  'account.deletion': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'account.keep': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'actions.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'actions.mark': {
    input: ({ businessId }) => ({ name: 'Planted', day: '2026-06-01', businessId }),
    role: 'member',
    foreign: 'not_found',
  },
  'actions.change': {
    input: ({ actionId, businessId }) => ({
      id: actionId,
      businessId,
      name: 'Taken over',
      day: '2026-06-02',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'actions.remove': { input: ({ actionId }) => ({ id: actionId }), role: 'member', foreign: 'not_found' },
  'alerts.get': { role: 'viewer', foreign: 'nothing', shows: true },
  'alerts.save': { input: () => ALERTS, role: 'viewer', foreign: 'nothing' },
  'alerts.tellTimeZone': { input: () => ({ timeZone: 'Europe/Berlin' }), role: 'viewer', foreign: 'nothing' },
  'alerts.sendTest': { role: 'viewer', foreign: 'nothing' },
  'alerts.addDevice': { input: () => DEVICE, role: 'viewer', foreign: 'nothing' },
  'alerts.removeDevice': {
    input: ({ deviceId }) => ({ id: deviceId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'alerts.addRecipient': {
    input: () => ({ email: 'new-recipient@example.test', alertStars: 3, digest: 'weekly' }),
    role: 'admin',
    foreign: 'nothing',
  },
  'alerts.removeRecipient': {
    input: ({ recipientId }) => ({ id: recipientId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'alerts.question': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'alerts.confirm': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'alerts.subscription': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'alerts.setSubscription': {
    input: () => ({ token: NO_TOKEN, takesMail: false }),
    role: 'anyone',
    foreign: 'nothing',
  },
  'apiKeys.list': { role: 'admin', foreign: 'nothing', shows: true },
  'apiKeys.create': { input: () => ({ name: 'Own', scopes: ['read'] }), role: 'admin', foreign: 'nothing' },
  'apiKeys.createFeed': { input: () => ({ name: 'Own' }), role: 'admin', foreign: 'nothing' },
  'apiKeys.rotate': { input: ({ apiKeyId }) => ({ id: apiKeyId }), role: 'admin', foreign: 'not_found' },
  'apiKeys.revoke': { input: ({ apiKeyId }) => ({ id: apiKeyId }), role: 'admin', foreign: 'not_found' },
  'archives.restoreBusiness': {
    input: () => ({ business: { name: 'Planted' }, taken: [] }),
    role: 'admin',
    foreign: 'nothing',
  },
  'archives.restoreAsks': {
    input: ({ businessId }) => ({
      businessId,
      rows: [
        {
          id: '01a21f34-c15c-707a-9a06-7aeb22877029',
          channel: 'copy',
          consent: null,
          state: 'handed_over',
          createdAt: '2026-01-01T00:00:00.000Z',
          sentAt: null,
        },
      ],
    }),
    role: 'admin',
    foreign: 'not_found',
  },
  'archives.restoreCompetitor': {
    input: ({ businessId }) => ({
      businessId,
      link: 'https://www.yelp.com/biz/planted-cafe',
      name: 'Planted',
      totals: [],
    }),
    role: 'admin',
    foreign: 'not_found',
  },
  'archives.restoreReviews': {
    input: ({ businessId }) => ({ businessId, rows: [{}] }),
    role: 'admin',
    foreign: 'not_found',
  },
  'archives.export': { role: 'viewer', foreign: 'nothing' },
  'asking.savePage': {
    input: (objects) => ({
      ...ofBusiness(objects),
      handle: 'planted',
      links: [{ name: 'Google', url: 'https://g.page/r/planted' }],
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'asking.saveMessage': {
    input: (objects) => ({ ...ofBusiness(objects), message: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'asking.recordHandOver': {
    input: (objects) => ({ ...ofBusiness(objects), channel: 'sms' }),
    role: 'member',
    foreign: 'not_found',
  },
  'asking.ask': {
    input: (objects) => ({
      ...ofBusiness(objects),
      consent: 'form',
      people: [{ email: 'planted@example.test' }],
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'asking.log': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'assistants.consent': { input: () => ({ query: '' }), role: 'viewer', foreign: 'refused' },
  'assistants.allow': { input: () => ({ query: '' }), role: 'admin', foreign: 'refused' },
  'assistants.disconnect': {
    input: ({ apiKeyId }) => ({ id: apiKeyId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'asking.export': { role: 'member', foreign: 'nothing' },
  'asking.refusal': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'asking.refuse': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'auth.signUp': { input: () => SIGN_UP, role: 'anyone', foreign: 'nothing' },
  'auth.signIn': { input: () => SIGN_UP, role: 'anyone', foreign: 'nothing' },
  'auth.signOut': { role: 'anyone', foreign: 'nothing' },
  'auth.session': { role: 'anyone', foreign: 'nothing' },
  'auth.requestPasswordReset': { input: () => SIGN_UP, role: 'anyone', foreign: 'nothing' },
  'auth.resetLink': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'auth.resetPassword': {
    input: () => ({ ...SIGN_UP, token: NO_TOKEN }),
    role: 'anyone',
    foreign: 'nothing',
  },
  'auth.proofLink': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'auth.verifyEmail': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'auth.claimByLink': {
    input: () => ({ ...SIGN_UP, token: NO_TOKEN }),
    role: 'anyone',
    foreign: 'nothing',
  },
  'auth.dropAddressChange': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'auth.changePassword': { input: () => ({ password: 'short' }), role: 'viewer', foreign: 'refused' },
  'auth.confirmPassword': { input: () => SIGN_UP, role: 'viewer', foreign: 'refused' },
  'auth.confirmation': { role: 'viewer', foreign: 'nothing' },
  'auth.resendVerification': { role: 'viewer', foreign: 'nothing' },
  'auth.sessions.list': { role: 'viewer', foreign: 'nothing' },
  'auth.sessions.revoke': {
    input: ({ sessionId }) => ({ id: sessionId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'auth.sessions.revokeOthers': { role: 'viewer', foreign: 'nothing' },
  'auth.securityEvents': { role: 'viewer', foreign: 'nothing' },
  'auth.mfa.factors': { role: 'anyone', foreign: 'nothing' },
  'auth.mfa.challenge': { input: () => ({ code: '123456' }), role: 'anyone', foreign: 'nothing' },
  'auth.mfa.enroll': { role: 'viewer', foreign: 'nothing' },
  'auth.mfa.verify': {
    input: ({ factorId }) => ({ factorId, code: '123456' }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'auth.mfa.remove': { input: ({ factorId }) => ({ factorId }), role: 'viewer', foreign: 'not_found' },
  'auth.mfa.renewRecoveryCodes': { role: 'viewer', foreign: 'not_found' },
  'auth.identities.offered': { role: 'anyone', foreign: 'nothing' },
  'auth.identities.list': { role: 'viewer', foreign: 'nothing' },
  'auth.identities.link': { input: () => ({ provider: 'github' }), role: 'viewer', foreign: 'nothing' },
  'auth.identities.confirm': {
    input: () => ({ provider: 'github', target: '/app' }),
    role: 'viewer',
    foreign: 'nothing',
  },
  'auth.identities.unlink': { input: () => ({ provider: 'github' }), role: 'viewer', foreign: 'not_found' },
  'auth.token': { role: 'viewer', foreign: 'nothing' },
  'imports.options': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'imports.startImport': {
    input: (objects) => ({ ...ofBusiness(objects), platform: 'google', chunks: 1 }),
    role: 'member',
    foreign: 'not_found',
  },
  'imports.importRows': {
    input: ({ runId }) => ({ runId, chunk: 0, rows: [PLANTED] }),
    role: 'member',
    foreign: 'not_found',
  },
  'imports.finishImport': { input: ({ runId }) => ({ runId }), role: 'member', foreign: 'not_found' },
  'imports.paste': {
    input: (objects) => ({ ...ofBusiness(objects), platform: 'google', ...PLANTED }),
    role: 'member',
    foreign: 'not_found',
  },
  'imports.push': {
    input: (objects) => ({
      ...ofBusiness(objects),
      idempotencyKey: 'planted-1',
      reviews: [{ platform: 'google', ...PLANTED }],
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'imports.renewMailAddress': { input: ofBusiness, role: 'member', foreign: 'not_found' },
  'imports.addHeldMail': {
    input: ({ heldMailId }) => ({ id: heldMailId }),
    role: 'member',
    foreign: 'not_found',
  },
  'imports.discardHeldMail': {
    input: ({ heldMailId }) => ({ id: heldMailId }),
    role: 'member',
    foreign: 'nothing',
  },
  'imports.removeMailAddress': { input: ofBusiness, role: 'member', foreign: 'not_found' },
  'businesses.list': {
    input: () => ({ search: 'business' }),
    role: 'viewer',
    foreign: 'nothing',
    shows: true,
  },
  'businesses.get': { input: business, role: 'viewer', foreign: 'not_found', shows: true },
  'businesses.count': { role: 'viewer', foreign: 'nothing' },
  'businesses.stats': { role: 'viewer', foreign: 'nothing' },
  'businesses.create': { input: () => ({ name: 'Own' }), role: 'member', foreign: 'nothing' },
  'businesses.update': {
    input: (objects) => ({
      ...business(objects),
      name: 'Taken over',
      isActive: false,
      googleBusinessUrl: '',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'businesses.addSample': { role: 'member', foreign: 'refused' },
  'collection.findPlace': {
    input: () => ({ link: 'https://example.com/no-listing' }),
    role: 'member',
    foreign: 'refused',
  },
  'businesses.bringBack': {
    input: ({ businessId }) => ({ id: businessId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'businesses.remove': { input: business, role: 'admin', foreign: 'not_found' },
  'collection.start': {
    input: ({ businessId }) => ({ businessId, platforms: ['facebook'] }),
    role: 'member',
    foreign: 'not_found',
  },
  'collection.scrape': {
    // Another place than the stored one, so that nothing is started.
    input: ({ businessId }) => ({
      businessId,
      platform: 'google',
      listingUrl: 'https://www.google.com/maps/place/?ftid=0x777:0x888',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'collection.preview': {
    input: ({ businessId }) => ({ businessId, platform: 'facebook' }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'collection.run': { input: run, role: 'viewer', foreign: 'not_found', shows: true },
  'collection.runs': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'collection.cancel': { input: run, role: 'member', foreign: 'not_found' },
  'notifications.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'notifications.markRead': {
    input: ({ notificationId }) => ({ id: notificationId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'notifications.markAllRead': { role: 'viewer', foreign: 'nothing' },
  'connections.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'connections.locations': {
    input: ({ connectionId }) => ({ connectionId }),
    role: 'member',
    foreign: 'not_found',
  },
  'connections.link': {
    input: ({ connectionId, businessId }) => ({
      connectionId,
      businessId,
      placeId: 'accounts/1/locations/2',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'connections.unlink': {
    input: (objects) => ({ ...ofBusiness(objects), platform: 'google' }),
    role: 'member',
    foreign: 'not_found',
  },
  'connections.remove': {
    input: ({ connectionId }) => ({ id: connectionId }),
    role: 'member',
    foreign: 'not_found',
  },
  'competitors.benchmark': { role: 'viewer', foreign: 'nothing', shows: true },
  'competitors.add': {
    input: ({ businessId }) => ({
      businessId,
      link: 'https://www.yelp.com/biz/planted-cafe',
      name: 'Planted',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'competitors.recordTotals': {
    input: ({ competitorId }) => ({ id: competitorId, average: 4, count: 10, day: '2026-06-01' }),
    role: 'member',
    foreign: 'not_found',
  },
  'competitors.remove': {
    input: ({ competitorId }) => ({ id: competitorId }),
    role: 'member',
    foreign: 'not_found',
  },
  'reports.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'reports.get': {
    input: ({ reportId }) => ({ id: reportId }),
    role: 'viewer',
    foreign: 'not_found',
    shows: true,
  },
  'reports.create': {
    input: ({ businessId }) => ({
      title: 'Planted',
      businessIds: [businessId],
      period: 'last_month',
      sections: ['ratings'],
      locale: 'en-US',
    }),
    role: 'member',
    foreign: 'not_found',
  },
  'reports.remove': { input: ({ reportId }) => ({ id: reportId }), role: 'member', foreign: 'not_found' },
  'reports.setSchedule': {
    input: ({ scheduleId }) => ({ id: scheduleId, isOn: false }),
    role: 'member',
    foreign: 'not_found',
  },
  'reports.removeSchedule': {
    input: ({ scheduleId }) => ({ id: scheduleId }),
    role: 'member',
    foreign: 'not_found',
  },
  'reports.share': { input: ({ reportId }) => ({ id: reportId }), role: 'member', foreign: 'not_found' },
  'reports.unshare': { input: ({ reportId }) => ({ id: reportId }), role: 'member', foreign: 'not_found' },
  'reports.shared': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'reports.export': { input: ({ reportId }) => ({ id: reportId }), role: 'viewer', foreign: 'not_found' },
  'credits.balance': { role: 'viewer', foreign: 'nothing' },
  'credits.ledger': { role: 'viewer', foreign: 'nothing', shows: true },
  'operator.claim': { input: () => ({ token: NO_TOKEN }), role: 'viewer', foreign: 'not_found' },
  'operator.screen': { role: 'viewer', foreign: 'not_found' },
  'operator.sendTest': { role: 'viewer', foreign: 'not_found' },
  'operator.tryKeys': { role: 'viewer', foreign: 'not_found' },
  'organizations.createDefault': { role: 'viewer', foreign: 'nothing' },
  'organizations.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'organizations.create': { input: () => ({ name: 'Second Shop' }), role: 'viewer', foreign: 'nothing' },
  'organizations.update': { input: () => ({ industry: 'Planted' }), role: 'admin', foreign: 'nothing' },
  'organizations.switch': { input: ofOrganization, role: 'viewer', foreign: 'not_found' },
  'organizations.stats': { input: ofOrganization, role: 'viewer', foreign: 'not_found' },
  'organizations.members': { input: ofOrganization, role: 'viewer', foreign: 'not_found', shows: true },
  'organizations.invite': {
    input: ({ businessId }) => ({
      email: 'new-member@example.test',
      role: 'viewer',
      businessIds: [businessId],
    }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.resendInvitation': {
    input: ({ invitationId }) => ({ invitationId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.withdrawInvitation': {
    input: ({ invitationId }) => ({ invitationId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.invitation': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'organizations.acceptInvitation': {
    input: () => ({ token: NO_TOKEN }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'organizations.joinByInvitation': {
    input: () => ({ token: NO_TOKEN, password: 'Copper-Kettle-77', fullName: 'Nobody' }),
    role: 'anyone',
    foreign: 'not_found',
  },
  'organizations.limitMember': {
    input: ({ memberId, businessId }) => ({ userId: memberId, businessIds: [businessId] }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.requireApproval': {
    input: ({ memberId }) => ({ userId: memberId, suggestsOnly: true }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.changeRole': {
    input: ({ memberId }) => ({ userId: memberId, role: 'viewer' }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.removeMember': {
    input: ({ memberId }) => ({ userId: memberId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'organizations.leave': { input: ofOrganization, role: 'viewer', foreign: 'not_found' },
  'organizations.transfer': {
    input: ({ memberId }) => ({ userId: memberId }),
    role: 'owner',
    foreign: 'not_found',
  },
  'organizations.auditLog': { role: 'owner', foreign: 'nothing', shows: true },
  'organizations.exportAuditLog': { role: 'owner', foreign: 'nothing' },
  'billing.plan': { role: 'viewer', foreign: 'nothing', shows: true },
  'billing.checkout': {
    input: () => ({ plan: 'pro', idempotencyKey: 'planted-1' }),
    role: 'owner',
    foreign: 'nothing',
  },
  'billing.confirm': { input: () => ({ sessionId: 'cs_test_nobodys' }), role: 'owner', foreign: 'not_found' },
  'billing.payLocally': {
    input: () => ({ plan: 'pro', outcome: 'paid' }),
    role: 'owner',
    foreign: 'refused',
  },
  'billing.previewSwitch': { input: () => ({ plan: 'pro' }), role: 'owner', foreign: 'refused' },
  'billing.switchPlan': { input: () => ({ plan: 'pro' }), role: 'owner', foreign: 'refused' },
  'billing.cancel': { role: 'owner', foreign: 'refused' },
  'billing.resume': { role: 'owner', foreign: 'refused' },
  'billing.portal': { role: 'owner', foreign: 'refused' },
  'profile.get': { role: 'viewer', foreign: 'nothing', shows: true },
  'profile.update': { input: () => ({ fullName: 'Another Name' }), role: 'viewer', foreign: 'nothing' },
  'profile.changeEmail': { input: () => ({ email: 'nowhere' }), role: 'viewer', foreign: 'refused' },
  'responses.forReview': { input: ofReview, role: 'viewer', foreign: 'nothing', shows: true },
  'responses.forBusiness': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'responses.stats': { input: ofBusiness, role: 'viewer', foreign: 'not_found' },
  'responses.create': {
    input: (objects) => ({ ...ofReview(objects), text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'responses.update': {
    input: ({ responseId }) => ({ id: responseId, text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'responses.markPosted': {
    input: ({ responseId }) => ({ id: responseId }),
    role: 'member',
    foreign: 'not_found',
  },
  'responses.undo': { input: ({ responseId }) => ({ id: responseId }), role: 'member', foreign: 'not_found' },
  'responses.suggestion': { input: ofReview, role: 'viewer', foreign: 'nothing' },
  'responses.suggest': {
    input: (objects) => ({ ...ofReview(objects), text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'postLinks.get': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'postLinks.use': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'postLinks.undo': { input: () => ({ token: NO_TOKEN }), role: 'anyone', foreign: 'nothing' },
  'responses.withdrawSuggestion': { input: ofReview, role: 'member', foreign: 'not_found' },
  'responses.returnSuggestion': {
    input: (objects) => ({ ...ofReview(objects), text: 'Planted', remark: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'notes.list': { input: ofReview, role: 'viewer', foreign: 'not_found', shows: true },
  'notes.add': {
    input: (objects) => ({ ...ofReview(objects), text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'notes.change': {
    input: ({ noteId }) => ({ id: noteId, text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'notes.remove': { input: ({ noteId }) => ({ id: noteId }), role: 'member', foreign: 'not_found' },
  // Reviews of other tenants are skipped.
  'responses.markAnswered': {
    input: ({ reviewId }) => ({ reviewIds: [reviewId] }),
    role: 'member',
    foreign: 'nothing',
  },
  'responses.settle': {
    input: ({ reviewId }) => ({ reviewIds: [reviewId] }),
    role: 'member',
    foreign: 'nothing',
  },
  'responses.settleBacklog': {
    input: ({ businessId }) => ({ businessId, before: '2040-01-01T00:00:00.000Z' }),
    role: 'member',
    foreign: 'nothing',
  },
  'responses.reopenBacklog': { input: () => ({ settledAt: 1 }), role: 'member', foreign: 'nothing' },
  'responses.reopen': {
    input: ({ reviewId }) => ({ reviewIds: [reviewId] }),
    role: 'member',
    foreign: 'nothing',
  },
  'savedViews.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'savedViews.save': {
    input: () => ({ name: 'Own', query: 'rating=1' }),
    role: 'viewer',
    foreign: 'nothing',
  },
  'savedViews.remove': {
    input: ({ savedViewId }) => ({ id: savedViewId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'insights.reading': {
    input: ({ reviewId }) => ({ reviewId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'insights.correct': {
    input: ({ reviewId }) => ({ reviewId, textVersion: 'any', subject: 'text', verdict: 'positive' }),
    role: 'member',
    foreign: 'not_found',
  },
  'insights.draft': {
    input: ({ reviewId }) => ({ reviewId }),
    role: 'member',
    foreign: 'not_found',
  },
  'insights.draftStyle': {
    input: ({ businessId }) => ({ businessId }),
    role: 'member',
    foreign: 'not_found',
    shows: true,
  },
  'insights.saveDraftStyle': {
    input: ({ businessId }) => ({ businessId, tone: 'brief', signOff: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'insights.saveModelAgreement': { input: () => ({ isAllowed: false }), role: 'owner', foreign: 'nothing' },
  'templates.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'templates.create': {
    input: ({ businessId }) => ({ name: 'Own', text: 'Planted', businessId }),
    role: 'member',
    foreign: 'not_found',
  },
  'templates.update': {
    input: ({ templateId }) => ({ id: templateId, name: 'Taken over', text: 'Planted' }),
    role: 'member',
    foreign: 'not_found',
  },
  'templates.remove': {
    input: ({ templateId }) => ({ id: templateId }),
    role: 'member',
    foreign: 'not_found',
  },
  'templates.reply': {
    input: ({ templateId, reviewId }) => ({ templateId, reviewIds: [reviewId] }),
    role: 'member',
    foreign: 'not_found',
  },
  'platforms.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'platforms.create': {
    input: () => ({ name: 'Own', color: 'red' }),
    role: 'member',
    foreign: 'nothing',
    isForAll: true,
  },
  'platforms.update': {
    input: ({ platformId }) => ({ id: platformId, name: 'Taken over', color: 'red' }),
    role: 'member',
    foreign: 'not_found',
    isForAll: true,
  },
  'platforms.remove': {
    input: ({ platformId }) => ({ id: platformId }),
    role: 'member',
    foreign: 'not_found',
    isForAll: true,
  },
  'tags.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'tags.create': {
    input: () => ({ name: 'Own', color: 'red' }),
    role: 'member',
    foreign: 'nothing',
    isForAll: true,
  },
  'tags.update': {
    input: ({ tagId }) => ({ id: tagId, name: 'Taken over', color: 'red' }),
    role: 'member',
    foreign: 'not_found',
    isForAll: true,
  },
  'tags.remove': {
    input: ({ tagId }) => ({ id: tagId }),
    role: 'member',
    foreign: 'not_found',
    isForAll: true,
  },
  'tags.count': { input: ({ tagId }) => ({ id: tagId }), role: 'member', foreign: 'nothing' },
  'tags.assign': {
    input: ({ tagId, reviewId }) => ({ id: tagId, reviewIds: [reviewId] }),
    role: 'member',
    foreign: 'not_found',
  },
  'tags.applyRule': { input: ({ tagId }) => ({ id: tagId }), role: 'member', foreign: 'not_found' },
  'screens.tags': { role: 'viewer', foreign: 'nothing', shows: true },
  'cases.open': {
    input: ({ reviewId }) => ({ reviewId, rule: 'spam' }),
    role: 'member',
    foreign: 'not_found',
  },
  'cases.move': {
    input: ({ reviewId }) => ({ reviewId, step: 'reported' }),
    role: 'member',
    foreign: 'not_found',
  },
  'screens.cases': {
    input: ({ reviewId }) => ({ reviewId }),
    role: 'viewer',
    foreign: 'nothing',
    shows: true,
  },
  'widgets.list': { role: 'viewer', foreign: 'nothing', shows: true },
  'widgets.preview': {
    input: ({ businessId }) => ({ businessId, layout: 'list' }),
    role: 'viewer',
    foreign: 'not_found',
    shows: true,
  },
  'widgets.create': {
    input: ({ businessId }) => ({ businessId, layout: 'list', sites: 'planted.example.com' }),
    role: 'member',
    foreign: 'not_found',
  },
  'widgets.update': {
    input: ({ widgetId }) => ({ id: widgetId, layout: 'badge', sites: 'planted.example.com' }),
    role: 'member',
    foreign: 'not_found',
  },
  'widgets.remove': { input: ({ widgetId }) => ({ id: widgetId }), role: 'member', foreign: 'not_found' },
  'responses.remove': {
    input: ({ responseId }) => ({ id: responseId }),
    role: 'member',
    foreign: 'not_found',
  },
  'reviews.list': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'reviews.get': {
    input: ({ reviewId }) => ({ id: reviewId }),
    role: 'viewer',
    foreign: 'not_found',
    shows: true,
  },
  'reviews.assign': {
    input: ({ reviewId, memberId }) => ({ reviewId, userId: memberId }),
    role: 'member',
    foreign: 'not_found',
  },
  'reviews.assignAll': {
    input: ({ reviewId, memberId }) => ({ reviewIds: [reviewId], userId: memberId }),
    role: 'member',
    foreign: 'nothing',
  },
  'reviews.answerTarget': { input: ofBusiness, role: 'viewer', foreign: 'not_found' },
  'reviews.setAnswerTarget': {
    input: ({ businessId }) => ({ businessId, hours: 24 }),
    role: 'member',
    foreign: 'not_found',
  },
  'reviews.platformPage': {
    input: ({ reviewId }) => ({ id: reviewId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'reviews.export': { input: ofBusiness, role: 'viewer', foreign: 'nothing' },
  'reviews.stats': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'analytics.locations': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.dashboard': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.widgets': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.templates': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.help': { role: 'anyone', foreign: 'nothing' },
  'screens.team': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.security': { role: 'viewer', foreign: 'nothing' },
  'screens.ask': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.reviews': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.connect': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.sources': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'insights.exportEvidence': {
    input: ({ alarmId }) => ({ alarm: alarmId }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'insights.setAlarmLevel': { input: () => ({ level: 'important' }), role: 'admin', foreign: 'nothing' },
  'insights.findings': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'insights.explainRating': {
    input: ({ businessId }) => ({
      businessId,
      before: { from: '2026-01-01', to: '2026-01-31' },
      after: { from: '2026-02-01', to: '2026-02-28' },
    }),
    role: 'viewer',
    foreign: 'not_found',
  },
  'insights.overview': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.analytics': { input: ofBusiness, role: 'viewer', foreign: 'not_found', shows: true },
  'screens.dataManagement': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.credits': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.reports': { role: 'viewer', foreign: 'nothing', shows: true },
  'screens.auditLog': { role: 'owner', foreign: 'nothing', shows: true },
  'screens.businesses': { role: 'viewer', foreign: 'nothing', shows: true },
  'webhooks.list': { role: 'admin', foreign: 'nothing', shows: true },
  'webhooks.create': {
    input: () => ({ url: 'https://receiver.example.com/take/planted', events: ['review.created'] }),
    role: 'admin',
    foreign: 'nothing',
  },
  'webhooks.update': {
    input: (objects) => ({ ...webhook(objects), isOn: false }),
    role: 'admin',
    foreign: 'not_found',
  },
  'webhooks.rotate': {
    input: (objects) => ({ ...webhook(objects), secretNumber: 1 }),
    role: 'admin',
    foreign: 'not_found',
  },
  'webhooks.prove': { input: webhook, role: 'admin', foreign: 'not_found' },
  'webhooks.remove': { input: webhook, role: 'admin', foreign: 'not_found' },
  'webhooks.deliveries': { input: webhook, role: 'admin', foreign: 'not_found', shows: true },
  'webhooks.replay': {
    input: (objects) => ({ ...webhook(objects), delivery: objects.deliveryId }),
    role: 'admin',
    foreign: 'not_found',
  },
  'webhooks.test': { input: webhook, role: 'admin', foreign: 'not_found' },
}

function business({ businessId }: Objects) {
  return { id: businessId }
}
function ofOrganization({ organizationId }: Objects) {
  return { id: organizationId }
}
function ofBusiness({ businessId }: Objects) {
  return { businessId }
}
function ofReview({ reviewId }: Objects) {
  return { reviewId }
}
function webhook({ webhookId }: Objects) {
  return { id: webhookId }
}
function run({ runId }: Objects) {
  return { id: runId }
}

const NAMES = Object.keys(CASES)
const OPEN = NAMES.filter((path) => caseOf(path).role === 'anyone')
const GUARDED = NAMES.filter((path) => caseOf(path).role !== 'anyone')

function caseOf(path: string): Case {
  const entry = CASES[path]
  if (!entry) throw new Error(`${path} has no entry`)
  return entry
}

function weakerThan(path: string): Role[] {
  return ROLES.filter((_, index) => index > ROLES.indexOf(caseOf(path).role as Role))
}

const tenants = untilWritten(async () => {
  const victim = await createTenant('canaryvictim', NOW)
  const stranger = await createTenant('canarystranger', NOW)
  const elsewhere = await createBusiness(env.DB, victim.account, { name: 'Elsewhere' })
  return { victim, stranger, elsewhere }
})

const test = base
  .extend('tenants', { auto: true }, () => tenants())
  .extend('victim', ({ tenants }) => tenants.victim)
  .extend('stranger', ({ tenants }) => tenants.stranger)
  .extend('elsewhere', ({ tenants }) => tenants.elsewhere)

interface Outcome {
  code: string | null
  /** Everything the caller sees: the answer, or the message with its fields. */
  text: string
}

async function outcome(
  path: string,
  who: Tenant | null,
  input: unknown,
  options: { role?: Role; businessIds?: readonly string[] } = {},
): Promise<Outcome> {
  const api = apiFor(who ? who.account : null, { now: () => NOW, ...options })
  try {
    return { code: null, text: JSON.stringify(await callProcedure(api, path, input)) ?? '' }
  } catch (error) {
    const { code, message, cause } = error as Error & { code: string; cause?: { fields?: object } }
    return { code, text: JSON.stringify({ message, fields: cause?.fields }) }
  }
}

/** Procedures whose answers differ per call: new ids and times, or how much was ended. */
const ONCE = [
  'apiKeys.create',
  'apiKeys.createFeed',
  'auth.identities.link',
  'auth.identities.confirm',
  'auth.mfa.enroll',
  'auth.token',
  'archives.restoreBusiness',
  'businesses.create',
  'organizations.create',
  'organizations.invite',
  'savedViews.save',
  'webhooks.create',
  'auth.sessions.revokeOthers',
]

function kindOf({ code }: Outcome): Case['foreign'] {
  if (code === null) return 'nothing'
  if (code === 'NOT_FOUND') return 'not_found'
  expect(['BAD_REQUEST', 'CONFLICT']).toContain(code)
  return 'refused'
}

/**
 * Leaves out what anyone can cause who knows an address: entries in its owner's log, and links mailed to
 * them.
 */
function unlessOpen({ security_events: _events, email_links: _links, ...rows }: Record<string, unknown>) {
  return rows
}

test('every procedure has an entry, and every entry a procedure', () => {
  expect(NAMES.toSorted()).toEqual(PROCEDURES.map(({ path }) => path).sort())
})

test('only sign-in procedures, those of mailed links and Help are open to visitors', () => {
  const ofLinks = [
    'account.deletion',
    'account.keep',
    'alerts.question',
    'alerts.confirm',
    'alerts.subscription',
    'alerts.setSubscription',
    'asking.refusal',
    'asking.refuse',
    'organizations.invitation',
    'organizations.joinByInvitation',
    'postLinks.get',
    'postLinks.use',
    'postLinks.undo',
    'reports.shared',
  ]
  const open = OPEN.filter((path) => !path.startsWith('auth.') && !ofLinks.includes(path))
  expect(open).toEqual(['screens.help'])
})

test('every guarded procedure asks a visitor to sign in, whatever the input', async ({ victim }) => {
  for (const path of GUARDED) {
    const creates = ['businesses.create', 'responses.create'].includes(path)
    const message = creates ? 'User not authenticated' : 'No session found'
    for (const input of [caseOf(path).input?.(victim), { id: 5 }]) {
      expect([path, await outcome(path, null, input)]).toEqual([
        path,
        { code: 'UNAUTHORIZED', text: JSON.stringify({ message, fields: {} }) },
      ])
    }
  }
})

test.for(GUARDED)(
  "%s treats another tenant's objects like objects that do not exist",
  async (path, { victim, stranger }) => {
    const { input, foreign } = caseOf(path)
    const before = await digestOf(victim)
    const answer = await outcome(path, stranger, input?.(victim))
    const nobodys = await outcome(path, stranger, input?.(nobodysObjects()))
    expect(answer.text).not.toContain(victim.canary)
    if (!ONCE.includes(path)) expect(answer).toEqual(nobodys)
    expect(kindOf(answer)).toBe(foreign)
    expect(await digestOf(victim)).toEqual(before)
  },
)

// tests/unit/worker/rules/permissions.test.ts covers the stronger roles.
test('every guarded procedure is open to the weakest role that may call it', async ({ victim }) => {
  for (const path of GUARDED) {
    const { input, role } = caseOf(path)
    const { code } = await outcome(path, victim, input?.(nobodysObjects()), { role: role as Role })
    expect([path, code]).toEqual([path, expect.toBeOneOf([null, 'NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'])])
  }
})

test.for(GUARDED.filter((path) => ['member', 'viewer'].includes(caseOf(path).role)))(
  '%s reveals and changes nothing of a business that the member cannot see',
  async (path, { victim, elsewhere }) => {
    const { role, foreign, input, isForAll } = caseOf(path)
    const { heldMailId, reviewId, responseId, runId, businessId, reportId, scheduleId } = victim
    const hidden = {
      ...nobodysObjects(),
      heldMailId,
      reviewId,
      responseId,
      runId,
      businessId,
      reportId,
      scheduleId,
    }
    const limited = { role: role as Role, businessIds: [elsewhere.id] }
    const before = await digestOfBusiness(victim)
    const answer = await outcome(path, victim, input?.(hidden), limited)
    const nobodys = await outcome(path, victim, input?.(nobodysObjects()), limited)
    if (!ONCE.includes(path)) expect(answer).toEqual(nobodys)
    if (isForAll) expect(answer.code).toBe('FORBIDDEN')
    else expect(kindOf(answer)).toBe(foreign)
    for (const text of textsOfBusiness(victim)) expect(answer.text).not.toContain(text)
    expect(await digestOfBusiness(victim)).toEqual(before)
  },
)

test.for(GUARDED.filter((path) => caseOf(path).shows))(
  '%s shows an owner their own texts',
  async (path, { victim }) => {
    const answer = await outcome(path, victim, caseOf(path).input?.(victim))
    expect(answer.text).toContain(victim.canary)
  },
)

test.for(GUARDED.filter((path) => weakerThan(path).length > 0))(
  '%s is refused to weaker roles and changes nothing',
  async (path, { victim }) => {
    const before = await digestOf(victim)
    for (const role of weakerThan(path)) {
      for (const objects of [victim, nobodysObjects()]) {
        expect(await outcome(path, victim, caseOf(path).input?.(objects), { role })).toEqual({
          code: 'FORBIDDEN',
          text: JSON.stringify({ message: 'Insufficient permissions', fields: {} }),
        })
      }
    }
    expect(await digestOf(victim)).toEqual(before)
  },
)

// Operator procedures are left out: an operator may have any role in an organization.
test('every mutation is closed to viewers, except on their own account, saved views and read marks', () => {
  const mutations = PROCEDURES.filter(
    ({ path, isMutation }) =>
      isMutation &&
      GUARDED.includes(path) &&
      !/^(account\.|auth\.|profile\.|savedViews\.|notifications\.|operator\.)/.test(path) &&
      !/^organizations\.(create|createDefault|switch|acceptInvitation|leave)$/.test(path) &&
      !/^alerts\.(save|tellTimeZone|sendTest|addDevice|removeDevice)$/.test(path),
  )
  expect(mutations.filter(({ path }) => !weakerThan(path).includes('viewer'))).toEqual([])
})

test.for(OPEN)(
  '%s reveals nothing of a tenant to visitors or other tenants',
  async (path, { victim, stranger }) => {
    const before = unlessOpen(await digestOf(victim))
    for (const who of [null, stranger]) {
      for (const input of [
        caseOf(path).input?.(victim),
        { email: victim.account.email, password: 'Harbor-Lantern-42', fullName: 'New Owner' },
      ]) {
        const { text } = await outcome(path, who, input)
        // The answer may repeat the address that was typed.
        expect(text.replaceAll(victim.account.email, '')).not.toContain(victim.canary)
      }
    }
    expect(unlessOpen(await digestOf(victim))).toEqual(before)
  },
)

test("a search finds the caller's own reviews only", async ({ victim, stranger }) => {
  for (const path of ['reviews.list', 'screens.reviews']) {
    const found = await outcome(path, stranger, { search: 'words' })
    expect(found.text).toContain(stranger.canary)
    expect(found.text).not.toContain(victim.canary)
    const foreign = await outcome(path, stranger, { search: victim.canary })
    expect(JSON.parse(foreign.text)).toMatchObject({ items: [], nextCursor: null })
  }
})

test('the plan does not override the role, and a role in the input is ignored', async ({
  victim,
  stranger,
}) => {
  const input = { ...business(victim), role: 'owner', organizationId: victim.account.organizationId }
  expect(await outcome('businesses.remove', victim, input, { role: 'viewer' })).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await outcome('businesses.remove', stranger, input)).toMatchObject({ code: 'NOT_FOUND' })
})
