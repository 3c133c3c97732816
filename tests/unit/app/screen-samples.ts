import type { AppLoadContext } from '@remix-run/cloudflare'
import { HELP } from '#app/features/help/articles.ts'
import { sampleReport } from '#app/features/reports/sample.server.ts'
import type { ProofLinkView } from '#worker/identity/accounts/email-link.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'
import type { FactorList } from '#worker/identity/factors/factors.ts'
import type { ReviewView } from '#worker/reviews/review-view.ts'
import type { DataManagementView } from '#worker/rules/account-deletion.ts'
import type { ActionsView } from '#worker/rules/actions.ts'
import type { AlertsView, SubscriptionView } from '#worker/rules/alerts.ts'
import type { AskScreenView } from '#worker/rules/asking.ts'
import type { ConsentView } from '#worker/rules/assistants.ts'
import type { AuditLogView } from '#worker/rules/audit-log.ts'
import type { BillingView } from '#worker/rules/billing.ts'
import type { CasesView } from '#worker/rules/cases.ts'
import type { BenchmarkView } from '#worker/rules/competitors.ts'
import type { ConnectView, PlaceList } from '#worker/rules/connections.ts'
import type { CreditsView } from '#worker/rules/credits.ts'
import type { ImportOptionsView } from '#worker/rules/imports.ts'
import type { OperatorView } from '#worker/rules/operation.ts'
import type { InvitationOffer, TeamView } from '#worker/rules/organizations.ts'
import type { OwnPlatform } from '#worker/rules/platforms.ts'
import type { PostLinkView } from '#worker/rules/post-links.ts'
import type { SourceFault } from '#worker/rules/remedies.ts'
import type { SharedReport } from '#worker/rules/reports.ts'
import type { SourcesView } from '#worker/rules/source-health.ts'
import type { TagMark, TagsView } from '#worker/rules/tags.ts'
import type { TemplatesView } from '#worker/rules/templates.ts'
import { NEW_WIDGET, type WidgetsView } from '#worker/rules/widgets.ts'
import type { BusinessesView, BusinessOverview } from '#worker/screens/businesses-screen.ts'
import type { DashboardView } from '#worker/screens/dashboard-screen.ts'
import type { InboxView } from '#worker/screens/reviews-screen.ts'
import type { SecurityView } from '#worker/screens/security-screen.ts'

/** Invented answers of the API, one for each screen, with the characters that rendering has to escape. */

const SEEN_AT = '2026-03-18T09:30:00.000Z'

const OWN_PLATFORM: OwnPlatform = { id: 'other0123456789abcdef', name: 'Trustpilot </script>', color: 'teal' }
const TAG: TagMark = { id: 'tag1', name: 'Refund </script>', color: 'red' }

function review(id: number, rating: number): ReviewView {
  return {
    id: String(id),
    businessId: 'b1',
    businessName: 'Harbor & Sons <Bakery>',
    platform: id % 2 ? 'google' : 'yelp',
    platformName: id % 2 ? 'Google' : 'Yelp',
    platformColor: null,
    reviewerName: "Marta O'Brien",
    rating,
    review: `</script><b>"Best" bread & butter</b> \u2028 ${id} 🥖`,
    date: '2026-03-17T08:00:00.000Z',
    sentiment: rating >= 4 ? 'positive' : rating >= 3 ? 'neutral' : 'negative',
    status: rating > 4 ? 'responded' : 'pending',
    isSettled: false,
    response:
      rating > 4
        ? {
            id: `a${id}`,
            reviewId: String(id),
            text: 'Thanks!',
            date: SEEN_AT,
            edited: false,
            postedToPlatform: false,
          }
        : null,
    posting: null,
    leavesAt: null,
    hasSuggestion: false,
    hasNotes: false,
    tags: id === 2 ? [TAG] : [],
    assignment: id === 2 ? { userId: 'u2', by: 'u1', message: 'Please, </script> & thanks' } : null,
    canPost: false,
    ownerResponse: null,
    helpfulVotes: 0,
    isVerified: false,
    language: 'en',
    url: null,
    replyUrl: null,
    photos: [],
    editedAt: null,
    removedAt: null,
    returnedAt: null,
    reviewDate: '2026-03-17T08:00:00.000Z',
    scrapedAt: SEEN_AT,
  }
}

const REVIEWS = [1, 2, 3, 4, 5].map((rating) => review(rating, rating))
const CHOICES = [
  { id: 'b1', name: 'Harbor & Sons <Bakery>' },
  { id: 'b2', name: 'Café Zoë' },
]

const FAULT: SourceFault = {
  businessId: 'b1',
  businessName: 'Harbor & Sons <Bakery>',
  platform: 'google',
  headline: 'A limited view without reviews',
  text: 'A view without </script> reviews.',
  remedy: 'connect',
  isLimit: false,
}

const BUSINESS: BusinessOverview = {
  id: 'b1',
  name: 'Harbor & Sons <Bakery>',
  industry: 'Bakery',
  location: null,
  phone: null,
  website: null,
  description: null,
  email: null,
  googleBusinessUrl: 'https://www.google.com/maps?cid=1',
  yelpBusinessUrl: null,
  tripadvisorUrl: null,
  fullAddress: null,
  city: 'Porto',
  state: null,
  zipCode: null,
  country: null,
  logoUrl: null,
  isActive: true,
  createdAt: SEEN_AT,
  updatedAt: SEEN_AT,
  reviewCount: 5,
  pendingCount: 4,
  averageRating: 3,
  sources: [
    {
      platform: 'google',
      listingUrl: 'https://www.google.com/maps?cid=1',
      statedTotal: 128,
      storedTotal: 60,
      backfilling: true,
      lastSucceededAt: SEEN_AT,
      nextDueAt: null,
      limit: null,
      latestRun: null,
    },
  ],
  isSample: false,
  asksKind: false,
  faults: [FAULT],
  aboveLimit: false,
}

const DASHBOARD: DashboardView = {
  findings: [],
  stats: {
    totalReviews: 5,
    averageRating: 3,
    pendingResponses: 4,
    respondedReviews: 1,
    responseRate: 20,
    sentimentDistribution: { positive: 2, neutral: 1, negative: 2 },
    platformDistribution: { google: 3, yelp: 2, facebook: 0, tripadvisor: 0 },
    otherPlatforms: [{ ...OWN_PLATFORM, count: 1 }],
    recentReviews: 5,
    lastUpdated: SEEN_AT,
  },
  periodDays: 30,
  trend: {
    reviews: { current: 5, previous: 4 },
    averageRating: { current: 3, previous: 3.5 },
    responseRate: { current: 20, previous: 0 },
    pending: { current: 4, previous: 4 },
    visible: { current: 1, previous: 0 },
  },
  visible: 1,
  unposted: 0,
  daily: [
    { day: '2026-03-17', count: 3, averageRating: 2, positive: 0, neutral: 1, negative: 2 },
    { day: '2026-03-18', count: 2, averageRating: 4.5, positive: 2, neutral: 0, negative: 0 },
  ],
  waiting: REVIEWS.slice(0, 3),
  recent: REVIEWS,
  businesses: CHOICES,
  sources: { count: 1, lastSucceededAt: SEEN_AT, faults: [FAULT], backfills: [], stated: [] },
  sampleId: null,
  historyDays: 30,
  reviewsFailed: false,
}

const INBOX: InboxView = {
  items: REVIEWS,
  nextCursor: 'next',
  businesses: CHOICES,
  counts: {
    needsAnswer: 4,
    unhappy: 2,
    changed: 0,
    unposted: 1,
    assigned: 1,
    suggested: 1,
    answered: 1,
    all: 100,
  },
  dueCounts: { overdue: 3, due: 2 },
  ownPlatforms: [OWN_PLATFORM],
  total: 501,
  savedViews: [{ id: 'v1', name: 'Cold <soup>', query: 'search=cold+soup&rating=1' }],
  selected: {
    ...review(1, 1),
    editedAt: SEEN_AT,
    removedAt: SEEN_AT,
    revisions: [{ rating: 5, review: '</script><b>"Best" bread</b>', replacedAt: SEEN_AT }],
  },
  people: [
    { userId: 'u1', name: 'Ada', username: null, businessIds: null },
    { userId: 'u2', name: "Bo </script> O'Brien", username: null, businessIds: ['b1'] },
  ],
  tags: [TAG],
  backfills: [{ platform: 'google', statedTotal: 128, storedTotal: 60, nextDueAt: null, limit: null }],
  historyDays: 30,
  failed: false,
}
const BUSINESSES: BusinessesView = {
  items: [BUSINESS],
  count: 1,
  limit: 3,
  deleted: [{ id: 'b2', name: 'Old </script> Quay', erasedAt: SEEN_AT }],
}

const SOURCES: SourcesView = {
  business: { id: 'b1', name: 'Harbor & Sons <Bakery>', isActive: true, aboveLimit: false },
  platforms: [
    {
      platform: 'google',
      unlockedBy: null,
      source: {
        platform: 'google',
        source: 'google-public',
        listingUrl: 'https://www.google.com/maps?cid=1',
        keeps: 'reviews',
        statedTotal: 128,
        statedRating: null,
        storedTotal: 60,
        backfilling: true,
        lastAttemptAt: SEEN_AT,
        lastSucceededAt: SEEN_AT,
        nextDueAt: null,
        limit: null,
        trouble: { kind: 'limited_view', message: 'A view without </script> reviews.', since: SEEN_AT },
        refusal: null,
        latestRun: null,
      },
    },
    { platform: 'yelp', unlockedBy: null, source: null },
    { platform: 'facebook', unlockedBy: 'Pro', source: null },
    { platform: 'tripadvisor', unlockedBy: 'Pro', source: null },
  ],
  ownPlatforms: [{ ...OWN_PLATFORM, count: 2 }],
  maxOwnPlatforms: 5,
  mayEditPlatforms: true,
  runs: {
    items: [
      {
        id: 'run1',
        businessId: 'b1',
        platform: 'google',
        platformName: 'Google',
        platformColor: null,
        source: 'google-public',
        trigger: 'schedule',
        status: 'failed',
        pagesScraped: 1,
        pagesPlanned: 5,
        reviewsFound: 20,
        reviewsNew: 3,
        reviewsChanged: 1,
        errors: ['A view without </script> reviews.'],
        warnings: ['One review could not be read.'],
        executionTime: 1_234,
        createdAt: SEEN_AT,
        finishedAt: SEEN_AT,
      },
    ],
    nextCursor: 'next',
  },
}

const FACTORS: FactorList = {
  items: [
    {
      id: 'f1',
      factorType: 'totp',
      status: 'verified',
      createdAt: SEEN_AT,
      verifiedAt: SEEN_AT,
      lastUsedAt: SEEN_AT,
    },
  ],
  nextCursor: null,
  recoveryCodesLeft: 2,
}

const SECURITY: SecurityView = {
  sessions: [
    {
      id: 's1',
      device: 'Firefox on <Android>',
      network: '192.0.2.0',
      place: 'PT',
      createdAt: SEEN_AT,
      lastActivityAt: SEEN_AT,
      expiresAt: SEEN_AT,
      keptUntil: SEEN_AT,
      isCurrent: true,
    },
  ],
  factors: FACTORS,
  links: [
    { provider: 'google', connected: { email: 'ada@demo.test', since: SEEN_AT } },
    { provider: 'github', connected: null },
  ],
  events: {
    items: [
      {
        id: 'e1',
        type: 'sign_in',
        outcome: 'success',
        detail: '',
        device: 'Firefox on <Android>',
        network: '192.0.2.0',
        at: SEEN_AT,
      },
    ],
    nextCursor: null,
  },
  keys: [
    {
      id: 'k1',
      name: 'Weekly <report>',
      prefix: 'rvk_abc123',
      scopes: ['read', 'responses.write'],
      maker: 'ada@demo.test',
      createdAt: SEEN_AT,
      expiresAt: null,
      lastUsedAt: SEEN_AT,
      isReplaced: false,
      assistantHost: null,
    },
    {
      id: 'k2',
      name: 'Assistant <of Ada>',
      prefix: '',
      scopes: ['read'],
      maker: 'ada@demo.test',
      createdAt: SEEN_AT,
      expiresAt: SEEN_AT,
      lastUsedAt: null,
      isReplaced: false,
      assistantHost: 'assistant.example.com',
    },
  ],
  webhooks: [
    {
      id: 'w1',
      url: 'https://example.com/<reviews>',
      events: ['review.created', 'source.needs_attention'],
      secretNumber: 1,
      createdAt: SEEN_AT,
      failingSince: SEEN_AT,
      offReason: 'failing',
      isProven: true,
      proofFault: null,
      heldUntil: null,
    },
  ],
}

const CONSENT: ConsentView = {
  name: 'Assistant <of Ada>',
  host: 'assistant.example.com',
  isThisComputer: false,
  organizationName: 'Ada & Sons',
  scopes: ['read', 'responses.write'],
  obstacle: null,
  refusal: 'https://assistant.example.com/callback?error=access_denied',
}

const PROFILE: ProfileView = {
  id: 'u1',
  email: 'ada@demo.test',
  isVerified: false,
  newEmail: null,
  fullName: 'Ada </script>',
  avatarUrl: null,
  username: 'ada',
  subscriptionTier: 'free',
  hasPassword: true,
  passwordChangedAt: SEEN_AT,
  isPasswordOld: true,
  createdAt: SEEN_AT,
}

const CONNECT: ConnectView = {
  business: { id: 'b1', name: 'Harbor & Sons <Bakery>' },
  offered: ['google', 'facebook'],
  allowed: ['google'],
  connections: [
    {
      id: 'k1',
      provider: 'google',
      label: 'ada@demo.test',
      state: 'revoked',
      fault: 'Google no longer lets us in <again>.',
      since: SEEN_AT,
      links: [
        {
          businessId: 'b1',
          businessName: 'Harbor & Sons <Bakery>',
          platform: 'google',
          placeId: 'accounts/1/locations/2',
          placeName: '</script>',
        },
      ],
    },
  ],
  googlePlaceId: null,
}

const PLACES: PlaceList = {
  items: [
    {
      id: 'accounts/1/locations/3',
      name: 'Pier & Sons <Café>',
      address: '1 Quay </script>',
      url: null,
      googlePlaceId: null,
      isListed: true,
      listedAs: { id: 'b1', name: 'Harbor & Sons <Bakery>' },
    },
  ],
  nextCursor: 'next page',
  problem: null,
}

const IMPORT_OPTIONS: ImportOptionsView = {
  business: { id: 'b1', name: 'Harbor & Sons <Bakery>' },
  plan: 'free',
  platforms: ['google', 'yelp', OWN_PLATFORM.id],
  ownPlatforms: [OWN_PLATFORM],
  quota: { limit: 50, left: 7 },
  imports: { limit: 500, left: 480 },
  mayImport: true,
  receivesMail: true,
  mailAddress: 'reviews+<token>@demo.test',
  heldMails: [
    {
      id: 'h1',
      platform: 'google',
      platformName: 'Google',
      platformColor: null,
      sender: '"<img src=x>"@demo.test',
      authorName: 'Ana </script> Reis',
      rating: 2,
      reviewText: '<b>Bread</b>\n\n& coffee',
      reviewDate: '2026-06-01T12:00:00.000Z',
      receivedAt: '2026-06-02T08:00:00.000Z',
    },
  ],
}

/** A browser without the account's session: it is asked for the password. */
const PROOF_LINK: ProofLinkView = {
  purpose: 'verify',
  email: "o'brien&sons@demo.test",
  isOwnSession: false,
}

const TEMPLATES: TemplatesView = {
  templates: [
    { id: 't1', name: 'Thanks </script>', text: 'Thank you, {first_name}!\n& see you', businessId: 'b1' },
    { id: 't2', name: 'Sorry', text: 'Sorry, {author}.', businessId: null },
  ],
  businesses: CHOICES,
  mayEdit: true,
}

const TAGS: TagsView = {
  tags: [
    {
      ...TAG,
      rule: { stars: [1], platforms: ['google'], topic: 'food', opinion: null, mentions: ['<b> & money'] },
    },
    { id: 'tag2', name: 'Regulars', color: 'teal', rule: null },
  ],
  ownPlatforms: [OWN_PLATFORM],
  mayEdit: true,
  hasTopics: true,
}

const ASKING: AskScreenView = {
  businesses: [{ id: 'b1', name: 'Harbor & Sons <Bakery>' }],
  businessId: 'b1',
  businessName: 'Harbor & Sons <Bakery>',
  mayAsk: true,
  page: {
    handle: 'harbor-sons',
    url: 'https://own.test/r/harbor-sons',
    links: [{ name: 'Google & </script>', url: 'https://g.page/r/harbor' }],
    language: 'en',
    message: '</script><b>"Best" bread</b>',
    isOn: true,
  },
  suggestion: { handle: 'harbor-sons', links: [] },
  counts: { opened: 12, followed: [{ name: 'Google & </script>', count: 3 }] },
  mail: { bar: null, leftToday: 9, perDay: 10, postalAddress: '1 Mill & Lane' },
  effect: { weeks: 4, before: 6, after: 9, verdict: 'unclear' },
  log: {
    items: [
      {
        id: 'a1',
        businessId: 'b1',
        channel: 'mail',
        name: "Marta O'Brien",
        email: 'marta@own.test',
        consent: 'form',
        state: 'sent',
        by: 'Ada </script>',
        at: SEEN_AT,
        isRestored: false,
      },
    ],
    nextCursor: 'a1',
  },
}

const WIDGETS: WidgetsView = {
  business: { id: 'b1', name: 'Harbor & Sons <Bakery>', isSample: false, website: 'https://harbor.test' },
  widgets: [
    {
      ...NEW_WIDGET,
      id: 'w1',
      businessId: 'b1',
      handle: 'h1',
      sites: ['https://harbor.test', 'https://b.test'],
      isServed: false,
    },
  ],
  limit: 1,
  withheld: ['tripadvisor'],
  mayEdit: true,
  origin: 'https://reviews.test',
  fallbackUrl: null,
  preview: { tree: ['p', {}, '</script>'], css: '' },
}

const CASES: CasesView = {
  cases: [
    {
      reviewId: '7',
      businessName: "O'Brien <b>",
      platform: 'google',
      rule: 'spam',
      reason: '<script>',
      state: 'reported',
      isAttack: true,
      authorName: 'Ada & Co',
      rating: 1,
      text: '</script>',
      postedAt: SEEN_AT,
      openedAt: SEEN_AT,
      reportedAt: SEEN_AT,
      appealedAt: null,
      closedAt: null,
      isBack: false,
      isOlder: false,
      report: 'Business: <b>',
    },
  ],
  outcomes: [{ platform: 'yelp', rule: 'conflict', reported: 5, removed: 3, days: 6 }],
  subject: {
    reviewId: '8',
    businessName: 'Harbor & Sons',
    platform: 'yelp',
    authorName: '<b>',
    rating: 2,
    text: '',
  },
  mayEdit: true,
  historyDays: 365,
}

const SUBSCRIPTION: SubscriptionView = {
  email: 'chef@own.test',
  organizationName: 'Ada <script>',
  alertStars: 3,
  digest: 'weekly',
  takesMail: true,
}

const ALERTS: AlertsView = {
  settings: {
    alertStars: 3,
    digest: 'weekly',
    digestWeekday: 1,
    digestTime: '08:00',
    quietFrom: '22:00',
    quietUntil: '07:00',
    timeZone: 'Europe/Berlin',
    email: 'ada@demo.test',
    isVerified: true,
    takesMail: true,
    takesAlarms: true,
    isZoneChosen: true,
  },
  isCollectedByPlan: true,
  hasAlarms: true,
  pushKey: null,
  devices: [],
  recipients: [{ id: 'x1', email: SUBSCRIPTION.email, alertStars: 2, digest: 'daily', state: 'asked' }],
}

const TEAM: TeamView = {
  organization: {
    id: 'o1',
    name: 'Harbor & Sons <Bakery>',
    role: 'owner',
    plan: 'pro',
    website: null,
    industry: 'Bakery',
    billingEmail: 'ada@demo.test',
    replyDelayMinutes: 0,
  },
  organizations: [
    { id: 'o1', name: 'Harbor & Sons <Bakery>', slug: 'o1', role: 'owner', plan: 'pro', isCurrent: true },
    { id: 'o2', name: "O'Brien", slug: 'o2', role: 'viewer', plan: 'free', isCurrent: false },
  ],
  members: [
    {
      userId: 'u1',
      fullName: 'Ada',
      email: 'ada@demo.test',
      avatarUrl: null,
      role: 'owner',
      suggestsOnly: false,
      joinedAt: SEEN_AT,
      isYou: true,
    },
    {
      userId: 'u2',
      fullName: '',
      email: 'bo@demo.test',
      avatarUrl: null,
      role: 'member',
      suggestsOnly: true,
      joinedAt: SEEN_AT,
      isYou: false,
    },
  ],
  invitations: [
    {
      id: 'i1',
      email: 'cy@demo.test',
      role: 'viewer',
      businessIds: ['b1'],
      expiresAt: SEEN_AT,
      isExpired: false,
    },
  ],
  seats: { included: 3, used: 3, open: 1 },
  access: { businesses: [], limits: {} },
  modelAgreement: { model: '@cf/maker/model', isAllowed: true, voice: 'We say <guests>.' },
}

const BILLING: BillingView = {
  plan: 'pro',
  mode: 'stripe',
  subscription: {
    plan: 'pro',
    status: 'past_due',
    payment: 'paid',
    isOwn: true,
    renewsAt: null,
    endsAt: null,
    graceEndsAt: SEEN_AT,
    isPaused: false,
  },
  newReviews: 12,
  locations: [{ name: 'Harbor & Sons <Bakery>', platforms: ['google', 'facebook'] }],
  widgets: 2,
  ownPlatforms: 1,
}

const POST_LINK: PostLinkView = {
  reviewId: '1',
  platform: 'google',
  businessName: 'Harbor & Sons <Bakery>',
  authorName: 'Ida <b>Sons</b>',
  rating: 5,
  review: '</script><b>"Best" bread</b>',
  draft: 'Thank you, Ida & Sons.',
  mayPost: true,
  state: 'open',
  leavesAt: null,
}

const INVITATION: InvitationOffer = {
  organizationName: 'Harbor & Sons <Bakery>',
  inviter: { name: 'Ida <b>Sons</b>', email: 'ida@demo.test' },
  email: 'cy@demo.test',
  role: 'viewer',
  businessCount: 2,
  hasAccount: false,
  isYours: null,
}

const AUDIT_LOG: AuditLogView = {
  log: {
    items: [
      {
        id: 'e2',
        action: 'role_changed',
        subject: 'viewer',
        about: "O'Brien <b>",
        by: 'Ada',
        device: 'Firefox on Android',
        network: '192.0.2.x',
        at: SEEN_AT,
      },
      {
        id: 'e1',
        action: 'business_deleted',
        subject: 'Harbor & Sons <Bakery>',
        about: null,
        by: null,
        device: 'An unknown browser',
        network: '',
        at: SEEN_AT,
      },
    ],
    nextCursor: null,
  },
  people: [{ userId: 'u1', name: 'Ada & Co' }],
  historyDays: 90,
}

const CREDITS: CreditsView = {
  balance: { balance: 96, granted: 100, monthly: 100, nextGrantAt: '2026-04-01T00:00:00.000Z' },
  ledger: {
    items: [
      {
        id: '4',
        kind: 'return',
        amount: 5,
        purpose: 'report',
        by: "O'Brien <b>",
        month: '2026-03-01',
        at: SEEN_AT,
      },
      { id: '3', kind: 'spend', amount: -5, purpose: 'report', by: null, month: '2026-03-01', at: SEEN_AT },
      { id: '2', kind: 'grant', amount: 100, purpose: null, by: null, month: '2026-03-01', at: SEEN_AT },
      { id: '1', kind: 'expiry', amount: -7, purpose: null, by: null, month: '2026-02-01', at: SEEN_AT },
    ],
    nextCursor: null,
  },
}

const DATA_MANAGEMENT: DataManagementView = {
  deletion: {
    goes: [{ id: 'o1', name: "O'Brien <b>", businesses: 1, reviews: 1_204, hasPlan: true }],
    leaves: [{ id: 'o2', name: 'Ada & Co' }],
    needsOwner: [{ id: 'o3', name: 'Harbor' }],
  },
  retention: [{ what: 'Notifications', kept: '90 days' }],
  businesses: [{ id: 'b1', name: 'Harbor & Sons <Bakery>' }],
}

const screens = {
  dashboard: async () => DASHBOARD,
  reviews: async () => INBOX,
  templates: async () => TEMPLATES,
  tags: async () => TAGS,
  ask: async () => ASKING,
  widgets: async () => WIDGETS,
  cases: async () => CASES,
  businesses: async () => BUSINESSES,
  sources: async () => SOURCES,
  connect: async () => CONNECT,
  security: async () => SECURITY,
  team: async () => TEAM,
  credits: async () => CREDITS,
  help: async () => HELP,
  dataManagement: async () => DATA_MANAGEMENT,
  auditLog: async () => AUDIT_LOG,
}

const BENCHMARK: BenchmarkView = {
  businesses: [{ id: BUSINESS.id, name: BUSINESS.name }],
  businessId: BUSINESS.id,
  own: [{ platform: 'google', average: 4.4, count: 120, expected: { mean: 4.4, low: 4.2, high: 4.6 } }],
  competitors: [
    {
      id: '0198c2a0-0000-7000-8000-000000000001',
      name: 'Quay Café',
      platform: 'google',
      link: 'https://www.google.com/maps/place/Quay',
      totals: [
        { day: '2026-03-02', average: 4.1, count: 300, isTyped: false },
        { day: '2026-02-23', average: 4.2, count: 290, isTyped: true },
      ],
      expected: { mean: 4.1, low: 4, high: 4.2 },
      verdict: 'better',
      needed: 0,
      problem: 'Google did not answer.',
      dueAt: SEEN_AT,
    },
  ],
}

const ACTIONS: ActionsView = {
  businesses: [{ id: BUSINESS.id, name: BUSINESS.name }],
  topics: ['waiting', 'food'],
  actions: [
    {
      id: '0198c2a0-0000-7000-8000-000000000002',
      day: SEEN_AT.slice(0, 10),
      name: 'New <b>chef</b>',
      topic: 'food',
      businessId: BUSINESS.id,
      together: null,
      results: [],
    },
  ],
  mayEdit: true,
  mayEditAll: true,
}

const OPERATOR: OperatorView = {
  faults: [
    { id: 'f1', severity: 'wrong', text: "The key's <b>refused</b>", remedy: 'npx wrangler secret put KEY' },
    { id: 'f2', severity: 'broken', text: 'No tick & no mail', remedy: '</script>' },
  ],
  version: '1.0.0 <b>',
  tickAt: SEEN_AT,
  probedAt: SEEN_AT,
  probes: [{ name: 'yelp', problem: 'Refused' }],
  runs: [{ source: 'Yelp & Co', succeeded: 1_204, failed: 2, open: 0, kinds: ['<script>', 'timeout'] }],
  oldestStepDueAt: null,
  waitingMails: 3,
  waitingWebhooks: 0,
  storeBytes: 12_345_678,
  maxStoreBytes: 500_000_000,
  speed: [
    { metric: 'LCP', p75: 1_900, count: 1_204 },
    { metric: 'INP', p75: null, count: 0 },
  ],
}

/** The calls that loaders make. A loader that makes another one needs its answer here. */
export const SAMPLE_API = {
  screens,
  actions: { list: async () => ACTIONS },
  operator: { screen: async () => OPERATOR },
  competitors: { benchmark: async () => BENCHMARK },
  account: { deletion: async () => ({ email: PROOF_LINK.email, eraseAt: SEEN_AT }) },
  billing: { plan: async () => BILLING },
  businesses: { get: async () => BUSINESS },
  reviews: {
    get: async () => ({
      ...review(1, 1),
      editedAt: SEEN_AT,
      removedAt: SEEN_AT,
      revisions: [{ rating: 5, review: '</script><b>"Best" bread</b>', replacedAt: SEEN_AT }],
    }),
  },
  alerts: {
    get: async () => ALERTS,
    subscription: async () => SUBSCRIPTION,
    question: async () => SUBSCRIPTION,
  },
  asking: { refusal: async () => ({ isRefused: false }) },
  postLinks: { get: async () => POST_LINK },
  assistants: { consent: async () => CONSENT },
  organizations: { invitation: async () => INVITATION },
  reports: { shared: async (): Promise<SharedReport> => sampleReport(Date.parse(SEEN_AT)) },
  connections: { list: async () => ({ items: CONNECT.connections }), locations: async () => PLACES },
  imports: { options: async () => IMPORT_OPTIONS },
  profile: { get: async () => PROFILE },
  auth: {
    proofLink: async () => PROOF_LINK,
    resetLink: async () => ({ email: PROOF_LINK.email }),
    mfa: { factors: async () => FACTORS },
    identities: { offered: async () => ['google', 'github'] },
  },
} as unknown as AppLoadContext['api']
