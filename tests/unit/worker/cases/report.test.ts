import { expect, test } from 'vitest'
import { reportOf } from '#worker/cases/report.ts'

test('the days in the text for the platform name their time zone', () => {
  const text = reportOf({
    businessName: 'Harbor Books',
    platform: 'google',
    rule: 'spam',
    reason: '',
    authorName: 'Ann',
    rating: 1,
    text: 'They sell fakes.',
    url: null,
    platformReviewId: 'r1',
    reviewDate: Date.UTC(2026, 3, 25, 1),
    scrapedAt: Date.UTC(2026, 3, 26),
    formerVersions: [{ rating: 5, text: 'Lovely.', replacedAt: Date.UTC(2026, 3, 27) }],
    others: 0,
  })
  expect(text).toContain('Posted: 2026-04-25 (UTC). First seen by us: 2026-04-26 (UTC).')
  expect(text).toContain('Until 2026-04-27 (UTC) it had 5 of 5 stars')
})
