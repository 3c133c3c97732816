import { useFormat } from '#app/lib/locale.tsx'
import { DATE_ORDERS, type DateOrder, readReviewDate } from '#worker/rules/review-dates.ts'

export interface DateOrderQuestionProps {
  /** A date of the file that can be read both ways. */
  example: string | null
  value: DateOrder | null
  onChange: (order: DateOrder) => void
}

const SAMPLE = '03/04/2026'
const NAMES: Record<DateOrder, string> = {
  dmy: 'Day first',
  mdy: 'Month first',
}

/** 03/04/2026 is one day in Boston and another in London: only the file's owner knows. */
export function DateOrderQuestion({ example, value, onChange }: DateOrderQuestionProps) {
  const format = useFormat()
  const date = example ?? SAMPLE
  return (
    <fieldset className="grid gap-2 rounded-lg bg-neutral-soft p-4">
      <legend className="sr-only">How are the dates written?</legend>
      <p aria-hidden className="text-sm font-medium text-neutral">
        How are the dates written? {date} can be read in two ways.
      </p>
      {DATE_ORDERS.map((order) => {
        const read = readReviewDate(date, order)
        return (
          <label key={order} className="flex min-h-11 items-center gap-3 text-sm md:min-h-8">
            <input
              type="radio"
              name="date-order"
              checked={value === order}
              onChange={() => onChange(order)}
              className="size-4 accent-primary"
            />
            {NAMES[order]}
            {read !== null && `: ${format.date(new Date(read).toISOString())}`}
          </label>
        )
      })}
    </fieldset>
  )
}
