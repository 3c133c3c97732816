import { type DateOrder, orderIn } from '#worker/rules/imported-dates.ts'
import { type RatingScale, ratingScale } from '#worker/rules/imported-ratings.ts'
import type { AnyPlatform } from '#worker/rules/platforms.ts'
import { Chunker } from './chunks.ts'
import { type Mapping, meant, ratingsIn } from './columns.ts'
import { Doubles, fileReviews } from './file-reviews.ts'
import { type DayCounts, dayOf } from './newest-first.ts'
import { type OpenedFile, rowsOf } from './opened-file.ts'
import type { Reading, RowFault } from './row-review.ts'

/** Each row is good, bad or a duplicate. */
export interface CheckedFile {
  good: number
  bad: number
  /** Numbers of the rows whose review already occurs in an earlier row. */
  doubled: Set<number>
  /** Good rows without a date. */
  undated: number
  /** Good rows per platform, and the number of requests they take. */
  platforms: Map<AnyPlatform, { good: number; chunks: number }>
  /** Good rows per day. If the plan can't store all, the newest days are imported. */
  days: DayCounts
  ratingScale: RatingScale
  faults: RowFault[]
}

interface Watch {
  onProgress(bytesRead: number): void
  signal: AbortSignal
}

/**
 * Dry run of an import: reads the whole file, sends nothing.
 *
 * @throws FileFault if it becomes unreadable; the signal's reason if aborted
 */
export async function checkFile(opened: OpenedFile, reading: Reading, watch: Watch): Promise<CheckedFile> {
  const wholeScale = await wholeRatingScale(opened, reading.mapping, watch.signal)
  const checked: CheckedFile = {
    good: 0,
    bad: 0,
    doubled: new Set(),
    undated: 0,
    platforms: new Map(),
    days: new Map(),
    ratingScale: wholeScale,
    faults: [],
  }
  const chunkers = new Map<AnyPlatform, Chunker>()
  const doubles = new Doubles()
  for await (const { reviews, bytesRead } of fileReviews(
    opened,
    { ...reading, ratingScale: wholeScale },
    watch.signal,
  )) {
    const ids = await doubles.idsOf(reviews)
    for (const [index, { review, platform, row, faults }] of reviews.entries()) {
      if (!review) {
        checked.bad += 1
        checked.faults.push(...faults)
      } else if (ids[index] === null) {
        checked.doubled.add(row)
      } else {
        checked.good += 1
        if (!review.reviewDate) checked.undated += 1
        const day = dayOf(review)
        checked.days.set(day, (checked.days.get(day) ?? 0) + 1)
        const chunker = chunkers.get(platform) ?? new Chunker()
        chunkers.set(platform, chunker)
        const { good, chunks } = checked.platforms.get(platform) ?? { good: 0, chunks: 1 }
        checked.platforms.set(platform, {
          good: good + 1,
          chunks: chunker.add(review) ? chunks + 1 : chunks,
        })
      }
    }
    watch.onProgress(bytesRead)
  }
  return checked
}

/**
 * Rating scale of the file, from all rows: the first rows aren't enough, because the file may be sorted by stars.
 *
 * @throws FileFault if the file becomes unreadable; the signal's reason if aborted
 */
export async function wholeRatingScale(
  opened: OpenedFile,
  mapping: Mapping,
  signal?: AbortSignal,
): Promise<RatingScale> {
  const ratings: string[] = []
  for await (const { rows } of rowsOf(opened)) {
    signal?.throwIfAborted()
    for (const text of ratingsIn(rows, mapping)) ratings.push(text)
  }
  return ratingScale(opened.columns[mapping.rating ?? -1] ?? '', ratings)
}

/** Like `wholeRatingScale`, but from the first rows only, for the preview. */
export function sampleRatingScale({ columns, sample }: OpenedFile, mapping: Mapping): RatingScale {
  return ratingScale(columns[mapping.rating ?? -1] ?? '', ratingsIn(sample, mapping))
}

interface DateQuestion {
  /** Order of day and month that the file's own dates prove; null if they don't, so that the owner has to choose. */
  order: DateOrder | null
  /** A date whose order of day and month is unclear. */
  example: string | null
}

/** Checks the first rows for ambiguous dates; null if no date is written in numbers. */
export function dateQuestion({ sample }: OpenedFile, mapping: Mapping): DateQuestion | null {
  const columns = [mapping.reviewDate, mapping.ownerDate].filter((column) => column !== undefined)
  const orders = new Set<DateOrder>()
  let example: string | null = null
  let isAsked = false
  for (const { values } of sample) {
    for (const column of columns) {
      const text = meant(values?.[column] ?? '')
      const order = orderIn(text)
      if (order === null) continue
      isAsked = true
      if (order === 'either') example ??= text
      else orders.add(order)
    }
  }
  if (!isAsked) return null
  const [order = null] = orders
  return { order: orders.size === 1 ? order : null, example }
}
