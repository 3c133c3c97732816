import * as v from 'valibot'
import type { DaySpan } from './analytics.ts'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import type { CreditBalance } from './credits.ts'
import { DAY_MS } from './durations.ts'
import { nameString, PAGE_GONE, type TagColor, uuid } from './fields.ts'
import { LOCALES } from './locales.ts'

/**
 * Periods of a report. They end yesterday or with the last complete month, except `last_12_months`: it includes the
 * current month up to today.
 */
export const REPORT_PERIODS = ['last_7_days', 'last_month', 'last_3_months', 'last_12_months'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

export const PERIOD_NAMES: Record<ReportPeriod, string> = {
  last_7_days: 'The last 7 days',
  last_month: 'The last month',
  last_3_months: 'The last 3 months',
  last_12_months: 'The last 12 months',
}

/** In the order of the report. */
export const REPORT_SECTIONS = [
  'facts',
  'ratings',
  'locations',
  'platforms',
  'answers',
  'topics',
  'terms',
] as const
export type ReportSectionName = (typeof REPORT_SECTIONS)[number]

export const SECTION_NAMES: Record<ReportSectionName, string> = {
  facts: 'What you should know',
  ratings: 'Ratings',
  locations: 'Locations compared',
  platforms: 'Platforms',
  answers: 'Replies',
  topics: 'What guests praise and blame',
  terms: 'The words they use',
}

const REPORT_RHYTHMS = ['weekly', 'monthly'] as const
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number]

/** Names of the rhythms, worded for the end of a sentence. */
export const RHYTHM_NAMES: Record<ReportRhythm, string> = {
  weekly: 'every Monday',
  monthly: 'on the first of every month',
}

/** Periods with new days every week; the others are the same until the next month. */
const WEEKLY_PERIODS: readonly ReportPeriod[] = ['last_7_days', 'last_12_months']

/** The rhythms in which a report on this period has something new each time. */
export function rhythmsOf(period: ReportPeriod): ReportRhythm[] {
  return REPORT_RHYTHMS.filter((rhythm) => rhythm === 'monthly' || WEEKLY_PERIODS.includes(period))
}

export type ScheduleState = 'on' | 'stopped' | 'no_member' | 'no_access' | 'no_plan'

export const SCHEDULE_ENDS: Record<Exclude<ScheduleState, 'on'>, string> = {
  stopped: 'Stopped.',
  no_member: 'Ended: the person who scheduled it can no longer create reports.',
  no_access: 'Ended: the person who scheduled it can no longer see all of its locations, or one was deleted.',
  no_plan: 'Ended: your plan did not include reports when it was due.',
}

/** Omits the report's title, which not every member may see. */
export const SCHEDULE_ENDED =
  'A scheduled report has ended. See Reports for the reason and how to start it again.'
export const SCHEDULE_SKIPPED = 'A scheduled report was skipped: too few AI credits are left this month.'

/** Limit per organization. */
export const MAX_SCHEDULES = 20
/**
 * Hour (UTC) at which reports are created, a few hours after their week or month has ended (UTC). AI Insights has read
 * the night's reviews by then.
 */
const DUE_HOUR = 6

/** @returns milliseconds */
export function nextDue(rhythm: ReportRhythm, now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  switch (rhythm) {
    case 'weekly': {
      const daysUntilMonday = (8 - date.getUTCDay()) % 7
      const monday = Date.UTC(year, month, day + daysUntilMonday, DUE_HOUR)
      return monday > now ? monday : monday + 7 * DAY_MS
    }
    case 'monthly': {
      const first = Date.UTC(year, month, 1, DUE_HOUR)
      return first > now ? first : Date.UTC(year, month + 1, 1, DUE_HOUR)
    }
    default:
      return rhythm satisfies never
  }
}

export const MAX_REPORT_TITLE = 100
const MAX_BUSINESSES = 100

const ReportRequest = v.object({
  title: nameString(MAX_REPORT_TITLE, 'Title', 'Give the report a title.'),
  /** Defaults to all businesses the caller can see. */
  businessIds: v.optional(
    v.pipe(
      v.array(BusinessKey),
      v.minLength(1, 'Choose a location.'),
      v.maxLength(MAX_BUSINESSES, `A report has at most ${MAX_BUSINESSES} locations.`),
    ),
  ),
  period: v.picklist(REPORT_PERIODS, 'Choose a period.'),
  sections: v.pipe(
    v.array(v.picklist(REPORT_SECTIONS, 'Choose from the list.')),
    v.minLength(1, 'Choose a section.'),
    v.transform((chosen) => REPORT_SECTIONS.filter((section) => chosen.includes(section))),
  ),
  locale: v.picklist(LOCALES, 'Choose from the list.'),
})
export type ReportRequest = v.InferOutput<typeof ReportRequest>

export const CreateReportInput = v.pipe(
  v.object({
    ...ReportRequest.entries,
    schedule: v.optional(v.picklist(['none', ...REPORT_RHYTHMS], 'Choose from the list.'), 'none'),
  }),
  v.forward(
    v.check(
      ({ period, schedule }) => schedule === 'none' || rhythmsOf(period).includes(schedule),
      'A report on whole months is the same until the next month. Create it every month.',
    ),
    ['schedule'],
  ),
)
export type CreateReportInput = v.InferOutput<typeof CreateReportInput>

export const REPORT_GONE = 'This report was not found. It may have been deleted.'

export const ReportId = v.object({ id: uuid(REPORT_GONE) })
export type ReportId = v.InferOutput<typeof ReportId>

export const SCHEDULE_GONE = 'This schedule was not found. It may have been deleted.'

export const ScheduleId = v.object({ id: uuid(SCHEDULE_GONE) })
export type ScheduleId = v.InferOutput<typeof ScheduleId>

export const SetScheduleInput = v.object({ ...ScheduleId.entries, isOn: v.boolean('Choose on or off.') })
export type SetScheduleInput = v.InferOutput<typeof SetScheduleInput>

export const ListReportsInput = v.optional(v.object({ cursor: v.optional(uuid(PAGE_GONE)) }), {})
export type ListReportsInput = v.InferOutput<typeof ListReportsInput>

export interface ReportSentence {
  text: string
  /** Inbox URL; null if no list contains exactly these reviews. */
  reviews: string | null
  quote?: ReportQuote
}

/** Omits the author, because reports are also read outside of the organization. */
export interface ReportQuote {
  text: string
  rating: number
  platform: string
}

/** Unit of a column: number of reviews, stars from 1 to 5, a change in stars, or percent from 0 to 100. */
export type ReportUnit = 'count' | 'rating' | 'change' | 'percent'

export interface ReportTable {
  title: string
  head: string
  columns: { label: string; unit: ReportUnit }[]
  rows: {
    name: string
    /** One per column; null if there is nothing to count. */
    values: (number | null)[]
    reviews: string | null
    /** Color that a platform added by the organization had when the report was created. */
    color?: TagColor
  }[]
  /** True if the averages in the last column are also drawn as a chart over time. */
  isChart?: boolean
}

export interface ReportSection {
  name: ReportSectionName
  sentences: ReportSentence[]
  tables: ReportTable[]
}

export interface ReportSettings extends Omit<ReportRequest, 'businessIds'> {
  businesses: BusinessChoice[]
  days: DaySpan
  /** The preceding period of the same length; null if the plan's history is too short. */
  former: DaySpan | null
}

export interface ReportSummary extends Pick<ReportSettings, 'title' | 'businesses' | 'days' | 'locale'> {
  id: string
  /** Null if the requester's account is gone. */
  by: string | null
  /** True if the report can be viewed through a link, without an account. */
  isShared: boolean
  /** ISO 8601 in UTC. */
  at: string
}

export interface ReportPage {
  /** Newest first. */
  items: ReportSummary[]
  nextCursor: string | null
}

export interface SharedReport extends Omit<ReportSettings, 'businesses'>, Pick<ReportSummary, 'at'> {
  businesses: Pick<BusinessChoice, 'name'>[]
  organizationName: string
  /** Versions of the methods used. */
  method: string
  reviewCount: number
  /** SHA-256 of the counts and findings that the report was made from, in hexadecimal. */
  inputHash: string
  results: ReportSection[]
}

export interface ReportView
  extends SharedReport,
    Pick<ReportSummary, 'id' | 'by' | 'isShared' | 'businesses'> {
  businesses: BusinessChoice[]
}

export interface ReportSchedule extends Pick<ReportRequest, 'title' | 'period'> {
  id: string
  businessIds: string[]
  rhythm: ReportRhythm
  state: ScheduleState
  /** ISO 8601 in UTC; null unless the schedule is on. */
  nextAt: string | null
  /**
   * Time at which the last report was skipped for lack of credits, ISO 8601 in UTC; null if the last report was
   * created.
   */
  skippedAt: string | null
  /** Person the reports are created for; null if their account is gone. */
  by: string | null
}

export interface ReportsView {
  schedules: ReportSchedule[]
  businesses: BusinessChoice[]
  reports: ReportPage
  credits: CreditBalance
}
