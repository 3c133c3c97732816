import { iso } from '#worker/rules/durations.ts'
import type { ReportView } from '#worker/rules/reports.ts'

/** A report of an invented café, for plans without reports. */
export function sampleReport(now: number): ReportView {
  const date = new Date(now)
  const day = (months: number, dayOfMonth: number) =>
    iso(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, dayOfMonth)).slice(0, 10)
  const plain = (text: string) => ({ text, reviews: null })
  const row = (name: string, ...values: number[]) => ({ name, values, reviews: null })
  return {
    id: 'sample',
    title: 'Monthly report',
    organizationName: 'Harbor Café',
    businesses: [
      { id: 'harbor', name: 'Harbor Street' },
      { id: 'market', name: 'Market Square' },
    ],
    period: 'last_month',
    days: { from: day(-1, 1), to: day(0, 0) },
    former: { from: day(-2, 1), to: day(-1, 0) },
    sections: ['facts', 'ratings', 'locations', 'topics'],
    locale: 'en-US',
    by: 'Imani Castell',
    isShared: false,
    at: iso(now),
    method: '2.7',
    reviewCount: 118,
    inputHash: 'ab12'.repeat(16),
    results: [
      {
        name: 'facts',
        sentences: [
          {
            ...plain('Market Square: 11 guests complained about waiting in 30 days, usually about 4.'),
            quote: {
              text: 'Lovely coffee, but we waited half an hour for two slices of toast.',
              rating: 2,
              platform: 'Google',
            },
          },
          {
            ...plain('Good news: 21 guests praised the food in 30 days, usually about 14.'),
            quote: {
              text: 'The best pancakes in town, and they remember how you like your eggs.',
              rating: 5,
              platform: 'Yelp',
            },
          },
        ],
        tables: [],
      },
      {
        name: 'ratings',
        sentences: [
          plain('118 reviews, 4.38 stars on average.'),
          plain('About the same as in the previous period.'),
        ],
        tables: [
          {
            title: 'Stars',
            head: 'Stars',
            columns: [
              { label: 'Reviews', unit: 'count' },
              { label: 'Share', unit: 'percent' },
            ],
            rows: [
              row('5', 79, 66.9),
              row('4', 20, 16.9),
              row('3', 8, 6.8),
              row('2', 6, 5.1),
              row('1', 5, 4.2),
            ],
          },
        ],
      },
      {
        name: 'locations',
        sentences: [plain('Market Square is your weakest, Harbor Street your strongest.')],
        tables: [
          {
            title: 'Locations',
            head: 'Location',
            columns: [
              { label: 'Reviews', unit: 'count' },
              { label: 'Average', unit: 'rating' },
            ],
            rows: [row('Harbor Street', 71, 4.62), row('Market Square', 47, 4.02)],
          },
        ],
      },
      {
        name: 'topics',
        sentences: [
          plain('Without the 14 complaints about waiting your average would be about 4.6 instead of 4.4.'),
        ],
        tables: [
          {
            title: 'Reviews about a topic',
            head: 'Topic',
            columns: [
              { label: 'Praise', unit: 'count' },
              { label: 'Neither', unit: 'count' },
              { label: 'Criticism', unit: 'count' },
            ],
            rows: [row('food', 63, 4, 5), row('staff', 41, 2, 7), row('waiting times', 5, 1, 14)],
          },
        ],
      },
    ],
  }
}
