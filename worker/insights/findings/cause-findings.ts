import * as texts from '../../rules/finding-texts.ts'
import type { Finding } from '../../rules/findings.ts'
import type { Topic } from '../../rules/review-features.ts'
import { countOf } from '../ratings.ts'
import type { Cause } from './causes.ts'
import { type BusinessCounts, starsIn } from './counts.ts'
import { type Place, pullOf, readButton, scored, WORTH } from './ranked.ts'

export function causeFinding(business: BusinessCounts, place: Place, cause: Cause): Finding {
  return cause.kind === 'new_theme'
    ? themeFinding(business, place, cause)
    : topicFinding(business, place, cause)
}

function topicFinding(
  business: BusinessCounts,
  { today, name, format }: Place,
  cause: Cause & { topic?: Topic },
): Finding {
  const { kind, topic = 'service', window, reviews, recent, base, p } = cause
  const { from, to, days } = window
  const part = reviews.length
  const all = countOf(starsIn(business.days, window))
  const usual = (base.part / base.all) * all
  const said = { name, format, topic, part, usual, days }
  const span = { businessId: business.id, from, to }
  const isPraise = kind === 'praise_grew'
  const isNone = kind === 'complaint_fell' && part === 0
  const n = isNone ? all : part
  // Only the excess over the usual number moves the average.
  const excess = part === 0 ? 0 : Math.max(0, 1 - usual / part)
  const effect = pullOf(business, today, reviews) * excess
  const sentence = isPraise
    ? texts.praiseGrew(said)
    : kind === 'complaint_fell'
      ? texts.complaintFell(said)
      : texts.complaintGrew(said)
  return scored(
    {
      kind,
      businessId: business.id,
      sentence,
      n,
      reviews: isNone
        ? { ...span, visibility: 'public' }
        : { ...span, topic, opinion: isPraise ? 'positive' : 'negative' },
      from,
      to,
      topic,
      before: base.part / base.all,
      after: recent.part / recent.all,
      isGood: kind !== 'complaint_grew',
      button: readButton(n),
      method: shareMethod(cause, 'topics'),
      effect: Math.max(WORTH.cause, effect),
    },
    { p, days },
  )
}

function shareMethod({ base, p, tested }: Cause, things: string): string {
  const before = `${base.part} of ${base.all} reviews of the year before`
  return texts.methodText({
    p,
    compared: before,
    test: `Fisher’s exact test, made stricter because ${tested} ${things} were compared.`,
  })
}

function themeFinding(business: BusinessCounts, { today, name, format }: Place, cause: Cause): Finding {
  const { phrase = '', term = '', window, reviews, recent, p } = cause
  const { from, to, days } = window
  const part = reviews.length
  const happy = reviews.filter(({ rating }) => rating >= 4).length
  const unhappy = reviews.filter(({ rating }) => rating < 3).length
  const effect = pullOf(business, today, reviews)
  return scored(
    {
      kind: 'new_theme',
      businessId: business.id,
      sentence: texts.newTheme({ name, format, phrase, part, days, happy, unhappy }),
      n: part,
      reviews: { businessId: business.id, term, from, to },
      from,
      to,
      phrase,
      before: cause.base.part / cause.base.all,
      after: part / recent.all,
      isGood: happy >= unhappy,
      button: readButton(part),
      method: shareMethod(cause, 'phrases'),
      effect: Math.max(WORTH.theme, effect),
    },
    { p, days },
  )
}

export function copiesFinding(
  business: BusinessCounts,
  { today, name, format }: Place,
  reviews: BusinessCounts['copies'][number],
): Finding {
  const days = reviews.map(({ day }) => day).toSorted()
  const from = days[0] ?? today
  const effect = pullOf(business, today, reviews)
  return scored(
    {
      kind: 'copied_texts',
      businessId: business.id,
      sentence: texts.copiedTexts({ name, format, count: reviews.length }),
      n: reviews.length,
      reviews: { ids: reviews.map(({ id }) => String(id)) },
      from,
      to: days.at(-1) ?? today,
      isGood: false,
      button: readButton(reviews.length),
      method:
        'Texts of one week are compared with each other. Each of these has most of its phrases in common with another. That is no proof: check whether these guests were with you.',
      effect: Math.max(WORTH.copies, effect),
    },
    { p: 0, days: 14 },
  )
}
