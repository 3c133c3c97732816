import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { GRACE_DAYS } from '#worker/rules/billing.ts'
import { CREDIT_COSTS } from '#worker/rules/credits.ts'
import { PLAN_NAMES, PLAN_TIERS, planFor, planLimits } from '#worker/rules/plans.ts'

export interface Article {
  id: string
  title: string
  /** Words that people look for it by and that it doesn't contain. */
  keywords?: string
  /** Paragraphs. */
  text: readonly string[]
  /** What to do, in order. */
  steps?: readonly string[]
  /** The screen it is about. */
  link?: { to: string; label: string }
}

export interface HelpSection {
  /** Lets a link lead here, from the screens of errors as well. */
  id: string
  title: string
  articles: readonly Article[]
}

const HISTORY = PLAN_TIERS.map((tier) => `${planLimits(tier).historyDays} days on ${PLAN_NAMES[tier]}`)

const CREDITS = PLAN_TIERS.map((tier) => `${planLimits(tier).aiCredits} on ${PLAN_NAMES[tier]}`).join(', ')

/** Written for owners. The public page shows them all; the one inside the product can be searched. */
export const HELP: readonly HelpSection[] = [
  {
    id: 'start',
    title: 'Getting started',
    articles: [
      {
        id: 'first-business',
        title: 'Add your first business',
        keywords: 'location shop listing link start new',
        text: ['All you need is the link of your business page on Google, Yelp or TripAdvisor.'],
        steps: [
          'Open your business on Google Maps, choose Share, and copy the link.',
          'Paste it on the Dashboard, or under Businesses.',
          'Confirm the name. The first reviews appear while the rest still arrives.',
        ],
        link: { to: '/app/businesses', label: 'Go to Businesses' },
      },
      {
        id: 'all-reviews',
        title: 'Why aren’t all my reviews here yet?',
        keywords: 'missing history older count number backfill',
        text: [
          'We collect the newest reviews first. Older ones follow a few pages at a time, so a long history takes several collections.',
          `Your plan decides how far back you see: ${HISTORY.join(', ')}. That counts from the day we first saw a review. Older reviews are kept, and appear when you change to a larger plan.`,
          'Each plan also has a number of new reviews a month. When it is used up, collecting pauses until the next month.',
        ],
        link: { to: '/pricing', label: 'Compare the plans' },
      },
    ],
  },
  {
    id: 'sources',
    title: 'Where reviews come from',
    articles: [
      {
        id: 'google-profile',
        title: 'Connect your Google Business Profile',
        keywords: 'oauth account facebook page post replies permission',
        text: [
          'This is the best source: all your reviews come in, and your replies are posted to Google. It takes the Google account that manages the profile. A Facebook page is connected in the same way.',
        ],
        steps: [
          'Open Businesses, and choose Connect on the business.',
          'Sign in at Google and allow access.',
          'Choose the place that belongs to this business.',
        ],
      },
      {
        id: 'public-page',
        title: 'Collect from a public page',
        keywords: 'scrape yelp tripadvisor refresh update automatic every hours',
        text: [
          'Without a connection we read what every visitor of the page can see, as far as the platform lets us. Free collects when you press Collect now; the other plans also collect by themselves.',
        ],
      },
      {
        id: 'import-file',
        title: 'Import reviews from a file',
        keywords: 'csv json spreadsheet excel takeout upload history export',
        text: ['Use this for reviews from Google Takeout, from another tool, or from a table of your own.'],
        steps: [
          'Open Businesses, and choose Add reviews on the business.',
          'Choose the file, and say which column contains what.',
          'Check the file. You see which rows fit before anything is stored.',
        ],
      },
      {
        id: 'by-hand',
        title: 'Add a single review by hand or by mail',
        keywords: 'paste copy forward e-mail notification address',
        text: [
          'Copy a review from its page and paste it under Add reviews: author, stars and date are filled in as far as we can read them.',
          'You can also forward the mails in which Google and Yelp tell you about a review. Add reviews has an address for that. If we can’t read a mail, we tell you its subject, and you paste the review instead.',
        ],
      },
    ],
  },
  {
    id: 'failures',
    title: 'When something fails',
    articles: [
      {
        id: 'source-fails',
        title: 'A source fails',
        keywords: 'error blocked refused broken not working collection stopped',
        text: [
          'The Sources screen of the business says why, and when we try again. Most reasons pass by themselves: the platform asked us to slow down, or didn’t answer.',
          'If the link is wrong, edit the business and paste it again. If a connection has ended, connect the account again.',
        ],
      },
      {
        id: 'failed-to-load',
        title: '‘Failed to load reviews’',
        keywords: 'statistics error retry empty',
        text: [
          '‘Failed to load reviews’ or ‘Failed to load review statistics’ means that we couldn’t read them just then. They are still stored: press Retry after a moment.',
        ],
      },
      {
        id: 'too-many-requests',
        title: '‘Too Many Requests’',
        keywords: 'rate limit 429 wait',
        text: ['One browser or network asked very often. Wait a minute, and close other tabs of this site.'],
      },
    ],
  },
  {
    id: 'answers',
    title: 'Answering reviews',
    articles: [
      {
        id: 'answer',
        title: 'Answer a review',
        keywords: 'reply respond post google yelp copy',
        text: [
          'Open the review, write your reply and save it. Replies that you give often can be kept as templates. With a connected Google Business Profile it is posted publicly on Google, and its state is shown beside it.',
          'On other platforms, choose Copy and open, and paste the reply on the platform’s own page. Until you say that it is posted, or we see it there, it is marked as not posted yet.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'offline',
        title: 'Answer without a connection',
        keywords: 'offline lost draft internet saved',
        text: [
          'What you write is kept in this browser, and sent when you are online again. If a reply can’t be sent, it stays and says why.',
        ],
      },
      {
        id: 'edited-removed',
        title: 'A review was edited or removed',
        keywords: 'changed deleted disappeared gone delete bad review',
        text: [
          'If a reviewer changes the text or the stars, the review is marked as edited and keeps its former version. If you had answered it, it needs an answer again.',
          'If a review is no longer on its page, it is marked as removed and stays here. Nobody but the platform or its author can delete a review; report it there if it breaks the platform’s rules.',
        ],
      },
    ],
  },
  {
    id: 'news',
    title: 'Alerts and digest',
    articles: [
      {
        id: 'alerts',
        title: 'Hear of a bad review at once',
        keywords: 'notification mail push phone stars quiet hours night',
        text: [
          'An alert is a mail about new reviews with few stars. You choose how few. Its link opens the very review, and during quiet hours it waits until they end.',
          'The same alerts can come to your phone or computer. Switch them on there, on the same screen. On an iPhone, put this site on the home screen first.',
          'Alerts are about reviews that we collect for you or that you forward as a mail. What you collect by a button, import or paste yourself is no news to you.',
        ],
        link: { to: '/app/notifications', label: 'Choose your alerts' },
      },
      {
        id: 'digest',
        title: 'Get the rest once a day or once a week',
        keywords: 'summary weekly daily mail newsletter report subject',
        text: [
          'The digest says in its subject what matters: how many new reviews need an answer, and how your rating has moved. When nothing is new, no mail is sent.',
          'You choose the day and the time. They follow your own clock, in summer and in winter.',
        ],
        link: { to: '/app/notifications', label: 'Choose your digest' },
      },
      {
        id: 'recipients',
        title: 'Send the mails to somebody else, or stop them',
        keywords: 'unsubscribe recipient partner manager spam stop',
        text: [
          'A partner or a shop manager can get the mails without an account. Add their address; we ask them once, and the mails begin when they have said yes.',
          'Each mail has a link that ends it with one click. You can switch your own mails off and on again under Notifications.',
        ],
        link: { to: '/app/notifications', label: 'Go to Notifications' },
      },
    ],
  },
  {
    id: 'numbers',
    title: 'Analytics and export',
    articles: [
      {
        id: 'compare-locations',
        title: 'Which location does better?',
        keywords: 'analytics statistics comparison rating interval difference chart',
        text: [
          `Analytics is part of ${PLAN_NAMES[planFor('hasLocationComparison')]} and above. It shows a rating for each location with the range in which it probably lies. The fewer reviews there are, the wider the range.`,
          'Where the ranges overlap too much, we say that there is no clear difference: the next few reviews could turn it around. A location with fewer than five reviews isn’t compared yet.',
        ],
        link: { to: '/app/analytics', label: 'Go to Analytics' },
      },
      {
        id: 'response-time',
        title: 'How is the response time counted?',
        keywords: 'analytics answered rate waiting hours days median target open',
        text: [
          'The clock starts when a review is posted and ends with the first answer, here or on the platform. Reviews that are still open count as waiting, so leaving the hard ones aside doesn’t make the number better.',
          'A review that was edited after your answer is open again.',
        ],
      },
      {
        id: 'why-this-number',
        title: 'Why does it show this number?',
        keywords: 'analytics wrong figures count differ table picture csv png download chart',
        text: [
          'Analytics counts the reviews that are public now, on the day they were posted. Choose the link below a number to see the very reviews it counts.',
          'Each chart has its numbers as a table, and both can be saved: the picture as PNG, the numbers as CSV.',
        ],
      },
      {
        id: 'correct-reading',
        title: 'A review was read wrongly',
        keywords: 'ai insights topic wrong sentiment correct mistake praise blame mismatch irony',
        text: [
          `${PLAN_NAMES[planFor('hasAIInsights')]} tells from a review’s text what it is about, and whether that is praise or blame. No program gets irony right. Open the review, then How it was read, and say what it means: the text as a whole, or one of its topics.`,
          'What you say counts at once, in every figure and list, until the review’s text changes. As read takes it back.',
          'If you see every business of your team, a text that you call positive or negative also teaches how others are read: once three such texts share an expression, it counts in every review that has it, in new ones at once and in all others a day later.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'export',
        title: 'Export your reviews',
        keywords: 'csv excel spreadsheet download backup save selection',
        text: [
          `Export CSV on the Reviews screen saves what the list shows, with your filters and with your replies. It is part of ${PLAN_NAMES[planFor('hasCsvExport')]} and above.`,
          'To export a few reviews only, select them in the list. The file opens in any spreadsheet program, and it can be imported here again. Where a text begins like a formula, it gets an apostrophe, so that no program runs it.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'api',
        title: 'Connect a program or an assistant',
        keywords: 'api key token mcp claude chatgpt zapier developer integration webhook',
        text: [
          `With ${PLAN_NAMES[planFor('hasApiAccess')]} a program can read your reviews, add reviews and publish replies. It needs a key, which an owner or admin makes. Choose only what the program needs: a key that reads can’t answer anybody.`,
          'Whoever builds the program finds all addresses, and can try them, at /api/v1/reference. An assistant that speaks MCP is given the address /mcp and the same key. It can find reviews and read statistics; it publishes replies only with a key that may.',
          'A key is shown once. If it got into wrong hands, revoke it: it ends at once. Keys also end when whoever made them leaves the team.',
        ],
        steps: [
          'Open Security and press New key.',
          'Name it, and choose what it may do.',
          'Copy the key to the program.',
        ],
        link: { to: '/app/security', label: 'Open Security' },
      },
    ],
  },
  {
    id: 'credits',
    title: 'AI Credits',
    articles: [
      {
        id: 'credits',
        title: 'What are AI credits?',
        keywords: 'ai draft summary report cost balance expire month credits used up',
        text: [
          `What is written for you costs credits: a draft of a reply ${CREDIT_COSTS.draft}. On the ${PLAN_NAMES.ai_insights} plan, press Draft a reply below a review, or the key d. The same draft asked for again costs nothing, and so does a reply that is better left to you.`,
          `A summary will cost ${CREDIT_COSTS.summary} and a report ${CREDIT_COSTS.report}; these are still being made.`,
          `Your whole organization shares them. They come at the beginning of each month: ${CREDITS}. What is left by then expires. Change to a larger plan, and the difference comes at once.`,
          'When few are left, a notification says so, once a month.',
        ],
        link: { to: '/app/credits', label: 'Go to AI Credits' },
      },
      {
        id: 'drafts',
        title: 'How is a reply drafted?',
        keywords: 'ai draft tone sign-off topic template wording reply write for me checklist held',
        text: [
          'A draft is put together from wordings: a greeting, thanks, a sentence for up to two things that the review speaks of, and your sign-off. It uses what the review says and what you have told us, nothing else, and each of your replies gets other wordings than the last ones.',
          'Reviews of one or two stars, and those about law, health or safety, get a checklist instead of a draft. You read every draft, and change it as you like.',
          'Tone, sign-off, contact line and what you want said of a topic are set for each business: edit it, and open Drafts of replies. Drafts are made in English so far.',
          'There you can also allow replies to be sent for you: to new Google reviews of 4 and 5 stars with nothing in them that needs a person. You are told of each one, and have ten minutes to delete it before it goes out.',
        ],
        link: { to: '/app/businesses', label: 'Go to Businesses' },
      },
    ],
  },
  {
    id: 'permissions',
    title: 'Roles and permissions',
    articles: [
      {
        id: 'invite',
        title: 'Working with other people',
        keywords:
          'team invite invitation seat colleague staff employee agency second person organization switch',
        text: [
          'Open Team in the menu with your e-mail address, enter an address and choose a role. A member or viewer can be invited to some of your businesses only: mails, figures and downloads are about those then. The person gets a mail with a link that works for 7 days. They join with an account of that very address; a new one is made in a minute.',
          'Each person takes a seat, and so does an open invitation. Free has one seat, Pro three, AI Insights ten.',
          'Who belongs to several organizations goes from one to another under Team. Whoever is removed is out at once; what they wrote stays.',
        ],
      },
      {
        id: 'assign',
        title: 'Ask a colleague to answer a review',
        keywords: 'assign delegate hand over team colleague mention message',
        text: [
          'Open the review, press Assign, choose a person and say what you need. They get a notification, and a mail unless they have unsubscribed or it is their quiet time. What is for them is in the view ‘Assigned to me’.',
          'Whoever leaves the team is no longer assigned anything.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'activity',
        title: 'Who did that?',
        keywords: 'audit log history activity who changed deleted team export',
        text: [
          `The owner of an organization finds under Team, Activity, who did what and from where: people, businesses, answers, connections, imports, exports and settings. It goes back as far as your plan does: ${HISTORY.join(', ')}.`,
          'It can be filtered, and downloaded as a CSV file.',
        ],
        link: { to: '/app/team/activity', label: 'Go to Activity' },
      },
      {
        id: 'roles',
        title: 'Who may do what',
        keywords: 'team member viewer admin owner access denied insufficient permissions invite',
        text: [
          'An organization has an owner, admins, members and viewers. Viewers read. Members also answer reviews, collect, and add or change businesses. Admins also delete businesses, and invite, remove and change members and viewers. The owner can do everything, and can make somebody else the owner.',
          'If it says ‘Access Denied’ or ‘Insufficient permissions’, ask the owner or an admin of your organization for another role. Check also that you are signed in with the right account.',
        ],
      },
    ],
  },
  {
    id: 'payment',
    title: 'Plans and payment',
    articles: [
      {
        id: 'change-plan',
        title: 'Buy, switch or cancel a plan',
        keywords: 'upgrade downgrade payment card invoice subscription cancel refund price tax',
        text: [
          'The owner of an organization finds its plan under Billing, in the menu with the e-mail address. A larger plan is open at once; what is left of the former one is taken off its price.',
          'A cancelled plan goes on until the end of the month that is paid. On a smaller plan nothing is deleted: the oldest locations are still collected, the others stay on screen, and a larger plan brings everything back.',
          'Cards, addresses and invoices are at our payment service, which Billing leads to.',
        ],
        link: { to: '/app/billing', label: 'Go to Billing' },
      },
      {
        id: 'payment-failed',
        title: 'A payment failed',
        keywords: 'declined card expired past due grace bank',
        text: [
          `Your plan stays for ${GRACE_DAYS} days. Update your card under Billing, and the payment is tried again. After that you are on the Free plan until a payment arrives; nothing is deleted.`,
        ],
        link: { to: '/app/billing', label: 'Go to Billing' },
      },
    ],
  },
  {
    id: 'sign-in',
    title: 'Signing in and your account',
    articles: [
      {
        id: 'signed-out',
        title: 'Why was I logged out?',
        keywords: 'session ended timeout 30 minutes',
        text: [
          'A session ends after 30 minutes without activity, after a day in any case, and when you sign in on a fourth device. After five wrong passwords, wait 15 minutes before the next try.',
        ],
      },
      {
        id: 'forgot-password',
        title: 'I forgot my password, or lost my phone',
        keywords: 'reset two-factor authenticator recovery code mfa',
        text: [
          'Have a link sent to your e-mail address from the sign-in page; it works for 60 minutes. Without your phone, one of your recovery codes replaces the code from your app.',
        ],
        link: { to: '/reset-password', label: 'Set a new password' },
      },
      {
        id: 'leave',
        title: 'Taking my data along, or deleting my account',
        keywords: 'archive export download erase gdpr privacy undo retention',
        text: [
          'Under Data Management you download everything as one archive, and read how long what is kept.',
          `There you delete your account, too. Everything stops at once; for ${UNDO_DAYS} days the link we mail you, or signing in again, leads to a page on which you can keep it. After that it is erased, with the organizations that have no other member.`,
        ],
        link: { to: '/app/data-management', label: 'Go to Data Management' },
      },
      {
        id: 'look',
        title: 'Dark mode, and the format of dates and numbers',
        keywords: 'theme light night language locale time zone',
        text: [
          'Choose light, dark or your system’s setting in the menu with your e-mail address. How dates and numbers are written is set in your profile; the time zone is that of your browser.',
        ],
        link: { to: '/app/profile', label: 'Go to your profile' },
      },
    ],
  },
]
