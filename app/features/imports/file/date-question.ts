import { type DateOrder, orderIn } from '#worker/rules/imported-dates.ts'
import { meant } from './cell-text.ts'
import type { Mapping } from './columns.ts'
import type { OpenedFile } from './opened-file.ts'

export interface DateQuestion {
  /** What the file's own dates say; null where they leave it open, and its owner has to. */
  order: DateOrder | null
  /** A date that can be read both ways. */
  example: string | null
}

/** Whether the dates of a file are ambiguous, by its first rows; null where none is of the kind. */
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
