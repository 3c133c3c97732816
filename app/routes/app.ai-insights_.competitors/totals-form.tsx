import { useRef } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { utcDay } from '#worker/rules/durations.ts'

/** Form for a competitor's totals, copied by hand from the platform. */
export function TotalsForm({ id, name }: { id: string; name: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const form = useForm(async (fields) => {
    await mutate(
      api.competitors.recordTotals.mutate({
        id,
        average: numberOf(fields, 'average'),
        count: numberOf(fields, 'count'),
        day: textOf(fields, 'day'),
      }),
      'business-updated',
    )
    toast.success(`The numbers for ${name} were saved.`)
    if (details.current) details.current.open = false
  })
  return (
    <details ref={details} className="text-sm print:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary">
        Enter the numbers
      </summary>
      <Form form={form} className="py-2">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label="Average"
            name="average"
            inputMode="decimal"
            placeholder="4.3"
            autoComplete="off"
            required
            error={form.errors.average}
          />
          <TextField
            label="Number of reviews"
            name="count"
            inputMode="numeric"
            autoComplete="off"
            required
            error={form.errors.count}
          />
          <TextField
            label="Seen on"
            name="day"
            type="date"
            defaultValue={utcDay(Date.now())}
            max={utcDay(Date.now())}
            required
            error={form.errors.day}
            suppressHydrationWarning
          />
        </div>
        <SubmitButton form={form} variant="outline" className="justify-self-start">
          Save the numbers
        </SubmitButton>
      </Form>
    </details>
  )
}

/** Parses numbers as people type them: '4,3', '1 240'. Returns 0, which no field accepts, if it isn't a number. */
function numberOf(fields: FormData, name: string): number {
  return Number(textOf(fields, name).replaceAll(/\s/g, '').replace(',', '.')) || 0
}
