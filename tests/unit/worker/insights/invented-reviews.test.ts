import { expect, test } from 'vitest'
import { storyReviews } from '#scripts/local/demo/story.ts'
import { SUBJECTS, type Subject } from '#scripts/local/demo/texts.ts'
import { accuracy, areaUnderCurve } from '#tests/bench/insights/measures.ts'
import { readLabelled } from '#tests/bench/insights/read-labelled.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { WORDS } from '#tests/word-lists.ts'
import { keywordTrends } from '#worker/insights/keyword-trends.ts'
import { readReview } from '#worker/insights/reading/read-review.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

// Minimum scores of `npm run bench -- insights`, on invented reviews.

const NOW = Date.UTC(2026, 4, 16)
const REVIEWS = storyReviews(NOW).filter(({ text, language }) => text !== '' && language === 'en')

test('the sentiment of texts agrees with their stars', () => {
  const clear = REVIEWS.filter(({ rating }) => rating !== 3)
  const area = areaUnderCurve(
    clear.map(({ text, rating }) => ({ isPositive: rating > 3, score: readLabelled(text).score.score })),
  )
  expect(area).toBeGreaterThanOrEqual(0.89)
})

test('mixed texts are read as praise of one topic and complaint about another', () => {
  const subjects = Object.keys(SUBJECTS) as Subject[]
  const pairs = subjects.flatMap((praised) =>
    subjects
      .filter((blamed) => blamed !== praised)
      .flatMap((blamed) => {
        const [good, bad] = [SUBJECTS[praised].good[0] ?? '', SUBJECTS[blamed].bad[0] ?? '']
        const { topics } = readLabelled(
          `${good.replace(/\.$/, '')}, but ${bad}`.replaceAll(/\{\w+\}/g, 'soup'),
        )
        const polarityOf = (subject: Subject) => topics.find(({ topic }) => topic === subject)?.polarity
        return [
          { polarity: polarityOf(praised), expected: 'positive' },
          { polarity: polarityOf(blamed), expected: 'negative' },
        ]
      }),
  )
  const found = pairs.filter(({ polarity }) => polarity !== undefined)
  expect(found.length / pairs.length).toBeGreaterThanOrEqual(0.7)
  expect(accuracy(found.map(({ polarity, expected }) => polarity === expected))).toBeGreaterThanOrEqual(0.72)
})

test('with shuffled dates, at least 18 of 20 runs find no trend', () => {
  const random = randomFrom('shuffled dates')
  const dated = REVIEWS.filter(({ reviewDate }) => reviewDate > NOW - 240 * DAY_MS)
  const terms = dated.map(({ text, rating }) => readReview(text, rating, 'restaurant', WORDS).terms)
  const isRecent = dated.map(({ reviewDate }) => reviewDate > NOW - 60 * DAY_MS)
  const silent = Array.from({ length: 20 }, () => {
    const left = [...isRecent]
    const counts = new Map<string, { recent: number; base: number }>()
    for (const said of terms) {
      const [side] = left.splice(random.int(0, left.length - 1), 1)
      for (const term of said) {
        const count = counts.get(term) ?? { recent: 0, base: 0 }
        count[side ? 'recent' : 'base'] += 1
        counts.set(term, count)
      }
    }
    const recentReviews = isRecent.filter(Boolean).length
    const found = keywordTrends([
      {
        place: '',
        recentReviews,
        baseReviews: isRecent.length - recentReviews,
        terms: [...counts].map(([term, count]) => ({ term, ...count })),
      },
    ])
    return found.known && found.trends.length === 0
  })
  expect(silent.filter(Boolean).length).toBeGreaterThanOrEqual(18)
})
