import { type DateOrder, orderIn } from '#worker/rules/imported-dates.ts'
import { meant } from './cell-text.ts'
import type { Mapping } from './columns.ts'
import type { OpenedFile } from './opened-file.ts'

export interface DateQuestion {
  /** The order that the file's own dates prove; null if they leave it open and its owner has to decide. */
  order: DateOrder | null
  /** A date that can be read either way. */
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
