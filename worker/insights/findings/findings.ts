import * as texts from '../../rules/finding-texts.ts'
import type { Finding } from '../../rules/findings.ts'
import { addStars, countOf } from '../ratings.ts'
import { type ActionsInput, actionFindings } from './action-findings.ts'
import { causeFinding, copiesFinding } from './cause-findings.ts'
import { causesOf } from './causes.ts'
import { locationApart, ratingChange, volumeChange } from './changes.ts'
import { type BusinessCounts, dayBack, type LocationCounts, meanOf, starsIn, windowOf } from './counts.ts'
import {
  locationFinding,
  platformFinding,
  repliesFinding,
  rivalFindings,
  volumeFinding,
} from './other-findings.ts'
import { type Place, RECENT_DAYS, readButton } from './ranked.ts'
import { ratingFinding, reasonOf } from './rating-finding.ts'

export interface FindingsInput {
  /** UTC */
  today: string
  /** Last day whose reviews are all counted; by default the day before `today`. */
  lastFullDay?: string
  businesses: readonly BusinessCounts[]
  /** All of the organization's locations that the caller may see, to compare them. */
  locations: readonly LocationCounts[]
  actions?: Pick<ActionsInput, 'actions' | 'places'>
  /** Format of numbers and days in sentences; English by default. Sentences about actions are always English. */
  format?: texts.TextFormat
}

/** Kinds that are left out if the effect of an action on the same topic is reported. */
const ABOUT_COMPLAINTS: readonly Finding['kind'][] = ['complaint_grew', 'complaint_fell']

/**
 * Finds what owners should know, most important first: by effect on the rating, certainty and recency. Every finding
 * has passed its test, except those about actions whose effect is still unclear. A business with no tested finding gets
 * one that says that nothing is unusual.
 */
export function findings(input: FindingsInput): Finding[] {
  const { today, businesses, locations, actions, format, lastFullDay = dayBack(today, 1) } = input
  const apart = locationApart(locations, today)
  const several = locations.length > 1
  return businesses
    .flatMap((business) => {
      const place = { today, lastFullDay, name: several ? business.name : null, format }
      const since = actions ? actionFindings({ today, ...actions, only: business.id }) : []
      const isSaid = ({ kind, topic }: Finding) =>
        ABOUT_COMPLAINTS.includes(kind) &&
        since.some((one) => one.topic === topic && one.kind !== 'action_unclear')
      const found = findingsAt(business, place).filter((one) => !isSaid(one))
      const own = apart?.id === business.id ? [locationFinding(business, place, apart)] : []
      const all = [...found, ...own]
      const isQuiet = all.length === 0 && since.every(({ kind }) => kind === 'action_unclear')
      return isQuiet ? [nothingAt(business, place), ...since] : [...all, ...since]
    })
    .sort((a, b) => b.score - a.score)
}

function findingsAt(business: BusinessCounts, place: Place): Finding[] {
  const { today, lastFullDay } = place
  const copied = business.copies.flat()
  const causes = causesOf(business, { today, aside: new Set(copied.map(({ id }) => id)) })
  const themes = causes.filter(({ kind }) => kind === 'new_theme')
  const explained = [...copied, ...themes.flatMap(({ reviews }) => reviews)]
  const aside = [...new Map(explained.map((review) => [review.id, review])).values()]
  const change = ratingChange(business, today, aside)
  const reason = change && reasonOf(business, change, causes)
  const volume = volumeChange(business, lastFullDay, aside)
  return [
    ...business.copies.map((reviews) => copiesFinding(business, place, reviews)),
    ...(change ? [ratingFinding(business, place, change, reason ?? null, themes)] : []),
    ...causes.filter((cause) => cause !== reason).map((cause) => causeFinding(business, place, cause)),
    ...(volume ? [volumeFinding(business, place, volume)] : []),
    ...repliesFinding(business, place),
    ...platformFinding(business, place),
    ...rivalFindings(business, place),
  ]
}

function nothingAt(business: BusinessCounts, { today, name, format }: Place): Finding {
  const { from, to } = windowOf(today, RECENT_DAYS)
  const stars = addStars([starsIn(business.days, { from, to })])
  const count = countOf(stars)
  return {
    kind: 'nothing_unusual',
    businessId: business.id,
    sentence: texts.nothingUnusual({ name, format, count, average: count === 0 ? null : meanOf(stars) }),
    n: count,
    reviews: { businessId: business.id, visibility: 'public', from, to },
    from,
    to,
    ...(count > 0 && { after: meanOf(stars) }),
    isGood: true,
    button: readButton(count),
    method:
      'Ratings, topics, phrases, replies, platforms and the number of reviews were compared with the year before. Nothing changed more than chance explains.',
    effect: 0,
    score: 0,
  }
}
