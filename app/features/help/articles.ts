import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { ASK_AGAIN_DAYS } from '#worker/rules/asking.ts'
import { GRACE_DAYS } from '#worker/rules/billing.ts'
import { grouped } from '#worker/rules/counted.ts'
import { CREDIT_COSTS } from '#worker/rules/credits.ts'
import { RECOMMENDATIONS_LAST_DAY } from '#worker/rules/graph-api.ts'
import type { HelpSection } from '#worker/rules/help.ts'
import { PLAN_NAMES, PLAN_TIERS, planFor, planLimits } from '#worker/rules/plans.ts'
import { MAX_MESSAGES_AN_HOUR } from '#worker/rules/webhooks.ts'

const HISTORY = PLAN_TIERS.map((tier) => `${planLimits(tier).historyDays} days on ${PLAN_NAMES[tier]}`)

const ASKS = PLAN_TIERS.map((tier) => `${planLimits(tier).asksPerDay} on ${PLAN_NAMES[tier]}`).join(', ')

const CREDITS = PLAN_TIERS.map((tier) => `${planLimits(tier).aiCredits} on ${PLAN_NAMES[tier]}`).join(', ')

const OWN_PLATFORMS = PLAN_TIERS.map((tier) => `${planLimits(tier).ownPlatforms} on ${PLAN_NAMES[tier]}`)

const KEPT_OLDER = PLAN_TIERS.map(
  (tier) => `${grouped(planLimits(tier).importedReviews)} are kept on ${PLAN_NAMES[tier]}`,
)

/** Not bundled with the worker, which reads it from a static file (`worker/screens/help-screen.ts`). */
export const HELP: readonly HelpSection[] = [
  {
    id: 'start',
    title: 'Getting started',
    articles: [
      {
        id: 'first-business',
        title: 'Add your first business',
        keywords: 'location shop listing link start new',
        text: [
          'All you need is the link to your business page on Google, Yelp or TripAdvisor. Its name and town may do as well.',
        ],
        steps: [
          'Open your business on Google Maps, choose Share, and copy the link.',
          'Paste it on the Dashboard, or under Businesses.',
          'Confirm the name. The first reviews appear while the rest are still coming in.',
        ],
        link: { to: '/app/businesses', label: 'Go to Businesses' },
      },
      {
        id: 'all-reviews',
        title: 'Why aren’t all my reviews here yet?',
        keywords: 'missing history older count number backfill',
        text: [
          'We collect the newest reviews first. Older ones follow a few pages at a time, so a long history takes several collections.',
          `Your plan determines how far back you can see: ${HISTORY.join(', ')}, counted from the day we first saw a review. Older reviews are kept and appear when you move to a larger plan.`,
          'Each plan has a monthly limit on new reviews: those posted in the current month. Once you reach it, further ones wait until the next month, and Businesses says how many.',
          `Older reviews don’t count against it. Of these, with the ones from files, ${KEPT_OLDER.join(', ')}, newest first.`,
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
          'This is the best source: all your reviews come in, and your replies are posted to Google. You need the Google account that manages the profile. A Facebook page is connected in the same way.',
        ],
        steps: [
          'Open Businesses, and choose Connect on the business.',
          'Sign in to Google and allow access.',
          'Choose the place that belongs to this business.',
        ],
      },
      {
        id: 'facebook',
        title: `Facebook reviews end for apps on ${RECOMMENDATIONS_LAST_DAY}`,
        keywords:
          'facebook page recommendations ended error 12 empty stopped instead forward mail paste file',
        text: [
          `Until ${RECOMMENDATIONS_LAST_DAY}, a connected page brings all its recommendations. After that day Facebook gives them to no app, so we no longer ask for them. Everything collected until then stays here, with your replies.`,
          'The page’s rating and number of reviews are still collected, so keep the page connected. Owners of connected pages are told 60, 30 and 7 days before, and on the day.',
          'For new reviews, forward the e-mails that Facebook sends you, import a file, or paste a review.',
        ],
        link: { to: '/app/businesses', label: 'Choose a business to add reviews to' },
      },
      {
        id: 'public-page',
        title: 'Collect from a public page',
        keywords: 'scrape yelp tripadvisor refresh update automatic every hours',
        text: [
          'Without a connected account, we read what any visitor to the page can see, as far as the platform lets us. Free collects when you press Collect now; the other plans also collect automatically.',
        ],
      },
      {
        id: 'import-file',
        title: 'Import reviews from a file',
        keywords: 'csv json spreadsheet excel takeout upload history export',
        text: ['Use this for reviews from Google Takeout, from another tool, or from your own spreadsheet.'],
        steps: [
          'Open Businesses, and choose Add reviews on the business.',
          'Choose the file, and say which column contains what.',
          'Check the file. You see which rows fit before anything is stored.',
        ],
      },
      {
        id: 'by-hand',
        title: 'Add a single review by hand or by e-mail',
        keywords: 'paste copy forward e-mail notification address',
        text: [
          'Copy a review from its page and paste it under Add reviews: author, stars and date are filled in as far as we can read them.',
          'You can also forward the e-mails Google, Yelp and Facebook send you about a review; Add reviews has an address for that. If we can’t read one, we tell you its subject so you can paste the review instead.',
        ],
      },
      {
        id: 'other-platforms',
        title: 'Add Trustpilot, Booking or any other platform',
        keywords: 'opentable apple zomato healthgrades own form other source name color push api',
        text: [
          `Open Businesses, choose Sources on the business, and press Add a platform. Give it a name and a color. The reviews you add to it count beside Google’s in the inbox, on the Dashboard, in Analytics, reports and widgets. The number depends on your plan: ${OWN_PLATFORMS.join(', ')}.`,
          'Add them from a file, by hand, or with a program. In a file with several platforms, write the name into the platform column.',
          'A form on your site can e-mail its reviews to the address under Add reviews, with one line each for Platform, Name, Rating and Review. They wait there for your OK, unless you forward them yourself.',
          'We can’t post there for you: save your reply, copy it, and say when you’ve posted it. A platform can be renamed at any time, and deleted as long as it has no reviews.',
        ],
      },
    ],
  },
  {
    id: 'asking',
    title: 'Getting more reviews',
    articles: [
      {
        id: 'ask',
        title: 'Ask for reviews without doing anything wrong',
        keywords:
          'asking more reviews request invite qr code card table stand sms whatsapp link yelp gating incentive',
        text: [
          'Most people only trust recent reviews, so ask all the time, and ask everyone. Get reviews has a page for each location that leads to Google, Facebook, TripAdvisor and other sites, cards and a table stand with its QR code, and texts for your phone.',
          'The page is the same for everyone and asks nothing first. Sending happy customers one way and unhappy ones another is called review gating. Google forbids it, and in many countries it is against the law.',
          'Don’t offer anything for a review: no discount, no prize, no free coffee. And don’t ask on Yelp, which asks businesses not to ask at all. That’s why there is no Yelp button.',
        ],
        link: { to: '/app/ask', label: 'Go to Get reviews' },
      },
      {
        id: 'ask-by-mail',
        title: 'Ask for reviews by e-mail',
        keywords: 'send customers list consent unsubscribe limit day address postal',
        text: [
          `We send one e-mail to each person, at most every ${ASK_AGAIN_DAYS} days from all businesses together. The limits a day are ${ASKS}. Ask only people who agreed to it, and say where they did: it’s kept in the log.`,
          'Each e-mail has your postal address and a link that ends such e-mails at once and for good. Whoever used it is never written to again, even if you import them again.',
          'You need a confirmed address of your own, the postal address of the location, and a connected account or a paid plan. So nobody can write in your name.',
        ],
        link: { to: '/app/ask', label: 'Go to Get reviews' },
      },
      {
        id: 'ask-effect',
        title: 'Does asking work?',
        keywords: 'effect more reviews before after compare weeks log export proof',
        text: [
          'We compare the reviews of up to 8 weeks after your first request with as many weeks before. Unless the difference is more than chance, we say ‘No clear effect yet’. Even a clear difference can have other reasons, such as the season.',
          'Every ask is in a log that you can export. It proves that whom you ask doesn’t depend on stars. Names and addresses are deleted from it after 90 days.',
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
          'The Sources screen of the business says why, and when we’ll try again. Most problems resolve on their own: the platform asked us to slow down, or didn’t answer.',
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
        text: [
          'One browser or network sent too many requests. Wait a minute, and close other tabs with this site.',
        ],
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
          'Open the review, write your reply and save it. Save replies you use often as templates. If your Google Business Profile is connected, your reply is posted publicly on Google, and its status is shown next to it.',
          'On other platforms, choose Copy and open, and paste the reply on the platform’s own page. Until you confirm that it is posted, or we see it there, it is marked as not posted yet.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'photos',
        title: 'Photos in reviews',
        keywords: 'photo picture image video media attachment',
        text: [
          'An open review shows its photos and videos from Google, and the photos from Yelp. Press one to see it in full. With Photos under More filters, the list shows only reviews that have some.',
          'We don’t keep the pictures: your browser loads them from the platform. If a photo is gone there, only the number of photos is left here. Widgets show no photos.',
        ],
        link: { to: '/app/reviews?photos=with', label: 'Go to reviews with photos' },
      },
      {
        id: 'tags',
        title: 'Tag reviews',
        keywords: 'tag label color rule automatic filter group category bulk',
        text: [
          'Open a review and press Tags, or select several reviews in the list. A tag has a name and a color, and you can find its reviews under More filters, in exports and in the API.',
          'Under Tags you can have new reviews tagged automatically: by stars, by platform, by what they mention and, with AI Insights, by topic. ‘Tag existing reviews’ does the same for reviews you already have. You can have 50 tags, and a review can have ten.',
        ],
        link: { to: '/app/reviews/tags', label: 'Go to Tags' },
      },
      {
        id: 'bulk',
        title: 'Handle several reviews at once',
        keywords: 'select many bulk assign template reply at once no reply needed',
        text: [
          'Select reviews in the list. At the bottom you can assign them, tag them, mark them as needing no reply, or reply to all of them with a template. Reviews that need no answer are left out.',
          'Write a reply, open ‘Templates’ below it and press ‘Save as template’: names in it become variables, so that it fits other reviews. Platforms may reject a text that is posted again and again, so vary it where you can.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'undo',
        title: 'Undo a reply before it is posted',
        keywords: 'undo outbox delay wait minutes take back mistake',
        text: [
          'An owner or admin can choose under Team that replies to Google reviews are posted right away, after 1 minute, or after 10 minutes. Until then, press Undo below your reply: nothing is posted, and your text is still there to change.',
          'If you change a reply that guests can already read, Undo leaves them the former one.',
        ],
        link: { to: '/app/team', label: 'Go to Team' },
      },
      {
        id: 'target',
        title: 'Answer in time',
        keywords: 'target due overdue late hours days reminder deadline',
        text: [
          'Edit a business to choose how soon its guests should see an answer: within 24 hours, 2, 3 or 7 days. Until you choose, nothing is late. Your reviews then have the views ‘Due’ and ‘Overdue’, and a reminder comes before the time is up.',
          'Analytics and your digest say how many reviews of the last 30 days were answered in time, and how many are overdue.',
          'The time runs from when the review was posted until guests can read your reply. A reply that is only saved doesn’t count yet; a review that needs no reply is never late. Reviews older than 30 days aren’t called late.',
        ],
        link: { to: '/app/businesses', label: 'Go to Businesses' },
      },
      {
        id: 'offline',
        title: 'Answer without a connection',
        keywords: 'offline lost draft internet saved',
        text: [
          'What you write is kept in this browser, and sent when you are online again. If a reply can’t be sent, it is kept and you’re told why.',
        ],
      },
      {
        id: 'edited-removed',
        title: 'A review was edited or removed',
        keywords: 'changed deleted disappeared gone delete bad review',
        text: [
          'If a reviewer changes the text or the stars, the review is marked as edited and its earlier version is kept. If you had answered it, it needs an answer again.',
          'If a review is no longer on its page, it is marked as removed but kept here. Only the platform or the author can delete a review; report it there if it breaks the platform’s rules.',
        ],
      },
      {
        id: 'report-review',
        title: 'Report a review that breaks the rules',
        keywords: 'flag remove delete fake spam attack competitor appeal case dispute',
        text: [
          'Only a review that breaks its platform’s rules is removed; a bad one that keeps them stays. Choose the rule, say what shows it, and we prepare the text with its dates, earlier versions and link.',
          'You send the report on the platform’s own form; we can’t do that for you. We remind you when it’s time to appeal, which is possible once. When we see that the review is gone, the case is closed, and you see which reports worked.',
          'A suspected attack opens a case for each of its reviews and stops automatic replies to that location until you allow them again.',
        ],
        steps: [
          'Open the review and choose Report this review.',
          'Choose the rule and open a case.',
          'Open the platform’s form, paste the text, and mark the case as reported.',
        ],
        link: { to: '/app/reviews/cases', label: 'Go to Reported reviews' },
      },
    ],
  },
  {
    id: 'show',
    title: 'Showing reviews',
    articles: [
      {
        id: 'widget',
        title: 'Show your reviews on your site',
        keywords: 'widget embed website badge carousel list code script iframe html',
        text: [
          'A widget shows what guests have posted within your plan’s history and can still read on the platform: a list, a carousel or a badge. Reviews that disappear from their platform leave the widget within ten minutes of our noticing.',
          'It shows all reviews, or says how you chose them, and its average always counts all of them. It also says that nobody checks whether the authors were customers: in the EU and the UK a business has to say so.',
          'TripAdvisor, Yelp’s API and Google Places don’t let others show their reviews, so those stay out. Reviews that you entered yourself are marked as added by you.',
          'Browsers show the widget only on the sites you name. Code that somebody copies to another site shows nothing there. The widget’s address can be read by programs, as can the platforms’ own pages.',
        ],
        steps: [
          'Under Businesses, open the menu of a location and choose Show on your site.',
          'Choose how it looks, and enter the address of your site.',
          'Copy the script, the frame or the plain HTML into your page.',
        ],
        link: { to: '/app/businesses', label: 'Go to Businesses' },
      },
    ],
  },
  {
    id: 'news',
    title: 'Alerts and digest',
    articles: [
      {
        id: 'alerts',
        title: 'Hear about a bad review right away',
        keywords: 'notification mail push phone stars quiet hours night',
        text: [
          'An alert is an e-mail about new reviews with few stars; you choose how few. Its link opens that review. Alerts that fall in your quiet hours wait until they end.',
          'On AI Insights, an alert about one review may come with a draft of your reply. ‘Post this draft’ opens a page where you can read both and post it with one press, without signing in. The link works once, for 48 hours; posting takes a credit. If your replies need approval, the draft is suggested.',
          'The same alerts can come to your phone or computer. Switch them on there, on the same screen. On an iPhone, put this site on the home screen first.',
          'You get alerts about reviews we collect for you, that you forward by e-mail or that a program sends, but not about reviews you collect, import or paste yourself.',
        ],
        link: { to: '/app/notifications', label: 'Choose your alerts' },
      },
      {
        id: 'digest',
        title: 'Get the rest once a day or once a week',
        keywords: 'summary weekly daily mail newsletter report subject',
        text: [
          'The digest says in its subject what matters: how many new reviews need an answer, and how your rating has moved. If nothing is new, no e-mail is sent.',
          'You choose the day and the time, in your own time zone, in summer and winter alike.',
        ],
        link: { to: '/app/notifications', label: 'Choose your digest' },
      },
      {
        id: 'recipients',
        title: 'Send the e-mails to someone else, or stop them',
        keywords: 'unsubscribe recipient partner manager spam stop',
        text: [
          'A partner or a shop manager can get the e-mails without an account. Add their address: we ask them once, and the e-mails start when they agree.',
          'Every e-mail has a one-click unsubscribe link. You can switch your own e-mails off and on again under Notifications.',
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
          `Analytics is part of ${PLAN_NAMES[planFor('hasLocationComparison')]} and above. It shows each location’s rating with the range it probably falls in. The fewer reviews there are, the wider the range.`,
          'Where the ranges overlap too much, we say there is no clear difference: the next few reviews could reverse it. A location with fewer than five reviews isn’t compared yet.',
        ],
        link: { to: '/app/analytics', label: 'Go to Analytics' },
      },
      {
        id: 'response-time',
        title: 'How is the response time counted?',
        keywords: 'analytics answered rate waiting hours days median target open',
        text: [
          'The clock starts when a review is posted and ends with the first answer, here or on the platform. Reviews that are still open count as waiting, so skipping the hard ones doesn’t improve the number.',
          'A review that was edited after your answer is open again.',
        ],
      },
      {
        id: 'why-this-number',
        title: 'Why do I see this number?',
        keywords: 'analytics wrong figures count differ table picture csv png download chart',
        text: [
          'Analytics counts reviews that are currently public, by the day they were posted. Choose the link below a number to see exactly the reviews it counts.',
          'Each chart has its numbers as a table, and both can be saved: the picture as PNG, the numbers as CSV.',
        ],
      },
      {
        id: 'correct-reading',
        title: 'A review was misread',
        keywords: 'ai insights topic wrong sentiment correct mistake praise blame mismatch irony',
        text: [
          `${PLAN_NAMES[planFor('hasAIInsights')]} reads what a review’s text is about, and whether that is praise or criticism. No program always gets irony right. Open the review, then Topics we found, and correct the text as a whole or one of its topics.`,
          'Your correction applies right away, in every figure and list, until the review’s text changes. Choose Automatic to undo it.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'did-it-work',
        title: 'Did it work?',
        keywords:
          'ai insights action mark new chef staff menu effect before after since change worked difference',
        text: [
          `With ${PLAN_NAMES[planFor('hasAIInsights')]} you can mark what you changed and since when: a new chef, more staff on Fridays, a new menu. Choose whether the rating should get better, or whether a topic should get fewer complaints. Charts show a line on that day.`,
          'From then on, AI Insights says what changed. It compares the time since with the half year before, and subtracts what changed at your other locations and what changes every year in the same season. If it’s too early to tell, it says about how many more reviews are needed.',
          'Reviews can’t tell two things apart that began on the same day. The next action for the same purpose ends the time an action is judged by, and so does half a year.',
        ],
        link: { to: '/app/ai-insights/actions', label: 'Go to Actions' },
      },
      {
        id: 'export',
        title: 'Export your reviews',
        keywords: 'csv excel spreadsheet download backup save selection',
        text: [
          `Export CSV on the Reviews screen saves what the list shows, with your filters and with your replies. It is part of ${PLAN_NAMES[planFor('hasCsvExport')]} and above.`,
          'To export only a few reviews, select them in the list. The file opens in any spreadsheet program and can be imported here again. Text that starts like a formula gets an apostrophe, so that no program runs it.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'api',
        title: 'Connect a program or an assistant',
        keywords: 'api key token mcp claude chatgpt zapier developer integration webhook',
        text: [
          `With ${PLAN_NAMES[planFor('hasApiAccess')]} a program can read your reviews, add reviews and publish replies. It needs a key, which an owner or admin creates. Choose only what the program needs: a read-only key can’t publish replies.`,
          'Developers can find and try every call at /api/v1/reference. A key that may tag reviews lets a program use your tags.',
          'To connect Claude, ChatGPT or another assistant, add a connector in its settings, with the address that Security shows under Assistants. Your browser then asks you to allow it. It can find reviews, read statistics, and draft and publish replies. Disconnect it under Security at any time.',
          'A key is shown only once. If it falls into the wrong hands, revoke it: it stops working immediately. Keys end for good when the person who created them leaves the team or is no longer an owner or admin.',
        ],
        steps: [
          'Open Security and press New key.',
          'Name it, and choose what it may do.',
          'Copy the key into the program.',
        ],
        link: { to: '/app/security', label: 'Open Security' },
      },
      {
        id: 'webhooks',
        title: 'Have a program notified',
        keywords: 'webhook endpoint challenge not proven try again waiting hour limit messages',
        text: [
          'A webhook endpoint is an address of your program. We send it a message when a review is new, edited or gone, when a reply is shown, and when a source needs you.',
          'First the program has to show that it wants these messages: it answers our first one with the challenge it contains. Until it does, nothing is sent. Security says why it failed, and Try again asks once more.',
          `An endpoint gets up to ${MAX_MESSAGES_AN_HOUR} messages an hour. The others wait for the next hour, so nothing is lost. If a review is edited several times while a message waits, one message with the newest state is sent.`,
          'When the person who added an endpoint is no longer an owner or admin, it’s switched off. Another owner or admin can switch it on again.',
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
          `Anything written for you costs credits; a reply draft costs ${CREDIT_COSTS.draft}. On the ${PLAN_NAMES.ai_insights} plan, press Draft a reply below a review, or the D key. Asking for the same draft again is free, and so is a reply we leave for you to write.`,
          `A report costs ${CREDIT_COSTS.report}. A summary will cost ${CREDIT_COSTS.summary}; summaries aren’t available yet.`,
          `Your whole organization shares its credits. They arrive at the beginning of each month: ${CREDITS}. Any that are left over expire. If you move to a larger plan, you get the difference right away.`,
          'When you’re running low, we notify you once a month.',
        ],
        link: { to: '/app/credits', label: 'Go to AI Credits' },
      },
      {
        id: 'drafts',
        title: 'How is a reply drafted?',
        keywords: 'ai draft tone sign-off topic template wording reply write for me checklist held',
        text: [
          'A draft is built from ready-made phrases: a greeting, thanks or an apology, a sentence on up to two things the review mentions, and your sign-off. It is in the language of the review: English, German, French, Spanish, Portuguese or Italian. It uses only what the review says and what you’ve told us, and its wording differs from your most recent replies.',
          'For one or two stars it is an apology with a blank: only you know what happens next. Fill it in before you post. Reviews that mention legal, health or safety issues get a checklist instead of a draft.',
          'Before you save any reply, we point out what the platform would probably refuse, such as phone numbers, links, capitals, or the same text again, and offer to repair it. You can save it all the same.',
          'Tone, sign-off, contact line and what to say about a topic are set for each business: edit it, and open Reply drafts.',
          'There you can also allow replies to be sent for you: to new Google reviews of 4 and 5 stars that don’t need a personal reply. You’re notified of each one and have ten minutes to delete it before it goes out.',
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
          'Open Team in the menu with your e-mail address, enter an address and choose a role. You can invite a member or viewer to only some of your businesses: their e-mails, figures and downloads then cover only those. The person gets an e-mail with a link that works for 7 days. It takes a name and a password to join, or the password of the account that this address has already.',
          'Each person takes up a seat, and so does an open invitation: Team says how many are taken and how many of these are invitations. Free has one seat, Pro three, AI Insights ten.',
          'If you belong to several organizations, switch between them under Team. Anyone who is removed loses access immediately; what they wrote is kept.',
        ],
      },
      {
        id: 'assign',
        title: 'Ask a colleague to answer a review',
        keywords: 'assign delegate hand over team colleague mention message',
        text: [
          'Open the review, press Assign, choose a person and say what you need. They get a notification, and an e-mail unless they have unsubscribed or it’s their quiet hours. Their reviews are in the view ‘Assigned to me’.',
          'When someone leaves the team, their reviews are unassigned.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'notes',
        title: 'Talk about a review with your team',
        keywords: 'note comment internal private thread mention @ colleague discuss remark',
        text: [
          'Open the review, then ‘Notes for the team’. Type @ and a name to mention a colleague: they get a notification, and an e-mail unless they have unsubscribed or it’s their quiet hours. Only people who can see the location are offered.',
          'Notes are never posted, and guests, reports and programs don’t get them. Everyone on your team who can see the location can read them. You can edit and delete your own; owners and admins can delete any.',
        ],
        link: { to: '/app/reviews', label: 'Go to Reviews' },
      },
      {
        id: 'approval',
        title: 'Approve replies before they are posted',
        keywords: 'approve approval suggest permission check colleague post hand back',
        text: [
          'Under Team, choose ‘Suggests replies’ for a member. They write replies as before, but nothing they write is posted: it waits in the view ‘To approve’. Owners, admins and other members can post it, change it first, or hand it back and say what should change.',
          'This also applies to programs and assistants that act for them, and to replies of theirs that haven’t left yet.',
        ],
        link: { to: '/app/team', label: 'Go to Team' },
      },
      {
        id: 'activity',
        title: 'Who did that?',
        keywords: 'audit log history activity who changed deleted team export',
        text: [
          `Under Team, Activity, the owner of an organization can see who did what and from where: people, businesses, answers, connections, imports, exports and settings. It goes back as far as your plan does: ${HISTORY.join(', ')}.`,
          'You can filter it and download it as a CSV file.',
        ],
        link: { to: '/app/team/activity', label: 'Go to Activity' },
      },
      {
        id: 'roles',
        title: 'Who can do what',
        keywords: 'team member viewer admin owner access denied insufficient permissions invite',
        text: [
          'An organization has an owner, admins, members and viewers. Viewers can read. Members can also answer reviews, collect, and add or change businesses. Admins can also delete businesses, and invite, remove and change members and viewers. The owner can do everything, including making someone else the owner.',
          'If it says ‘Access Denied’ or ‘Insufficient permissions’, ask the owner or an admin of your organization for another role. Also check that you are signed in with the right account.',
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
          'The owner of an organization finds its plan under Billing, in the menu with your e-mail address. A larger plan starts right away; what you’ve already paid for the rest of the month is deducted, and you see the amount due today before you switch. We check for new reviews within a minute, then as often as the plan says.',
          'A cancelled plan stays active until the end of the paid month. On a smaller plan nothing is deleted: the oldest locations are still collected, the others stay on screen, and a larger plan brings everything back.',
          'Cards, addresses and invoices are kept by our payment service; you can open it from Billing.',
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
        keywords: 'session ended timeout 30 minutes keep me signed in stay device',
        text: [
          'A session ends after 30 minutes without activity, after one day at the latest, and when you sign in on a fourth device. After five wrong passwords, wait 15 minutes before the next try.',
          'On a device that only you use, choose “Keep me signed in on this device” when you sign in, with your password or a provider: for 30 days, a session that has ended goes on there without a question. That ends when you log out, change your password or your authenticator app, or end the session under Security. Changing your password, deleting the account and the like still ask for your password.',
        ],
      },
      {
        id: 'forgot-password',
        title: 'I forgot my password, or lost my phone',
        keywords: 'reset two-factor authenticator recovery code mfa',
        text: [
          'On the sign-in page, request a link by e-mail; it works for 60 minutes. If you don’t have your phone, use one of your recovery codes instead of the code from your app.',
        ],
        link: { to: '/reset-password', label: 'Set a new password' },
      },
      {
        id: 'leave',
        title: 'Download my data or delete my account',
        keywords: 'archive export download erase gdpr privacy undo retention',
        text: [
          'Under Data Management you can download everything as one archive and see how long each kind of data is kept.',
          `You can also delete your account there. Everything stops right away; for ${UNDO_DAYS} days you can still keep it, using the link we e-mail you or by signing in again. After that it is erased, along with any organizations that have no other members.`,
        ],
        link: { to: '/app/data-management', label: 'Go to Data Management' },
      },
      {
        id: 'look',
        title: 'Dark mode and date and number formats',
        keywords: 'theme light night language locale time zone',
        text: [
          'Choose light, dark or your system’s setting in the menu with your e-mail address. Set how dates and numbers are written in your profile; the time zone is your browser’s.',
        ],
        link: { to: '/app/profile', label: 'Go to your profile' },
      },
    ],
  },
]
