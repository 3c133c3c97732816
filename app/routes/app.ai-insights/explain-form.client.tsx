import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { BridgeTable } from '#app/features/insights/finding-details.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { DaySpan } from '#worker/rules/analytics.ts'
import {
  PERIOD_PAIR_NAMES,
  PERIOD_PAIRS,
  type PeriodPair,
  periodsOfPair,
} from '#worker/rules/compared-periods.ts'
import type { Bridge } from '#worker/rules/findings.ts'

export interface ExplainFormProps {
  businessId: string
  /** Current UTC day, YYYY-MM-DD. */
  today: string
}

interface Explained extends Record<'before' | 'after', DaySpan> {
  /** Null if one of the periods has no review. */
  bridge: Bridge | null
}

export default function ExplainForm({ businessId, today }: ExplainFormProps) {
  const [pair, setPair] = useState<PeriodPair>('month')
  const [explained, setExplained] = useState<Explained | null>(null)
  const form = useForm(async (fields) => {
    const span = (name: string) => ({ from: textOf(fields, `${name}From`), to: textOf(fields, `${name}To`) })
    const periods =
      pair === 'own' ? { before: span('before'), after: span('after') } : periodsOfPair(pair, today)
    setExplained({ ...periods, bridge: await api.insights.explainRating.query({ businessId, ...periods }) })
  })
  const own = periodsOfPair('own', today)
  return (
    <div className="grid gap-4">
      <Form form={form}>
        <Field label="Compare">
          {(control) => (
            <Select
              {...control}
              value={pair}
              onChange={(event) => setPair(PERIOD_PAIRS.find((one) => one === event.target.value) ?? 'month')}
            >
              {PERIOD_PAIRS.map((one) => (
                <option key={one} value={one}>
                  {PERIOD_PAIR_NAMES[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {pair === 'own' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <DayField
              label="Before: from"
              name="beforeFrom"
              day={own.before.from}
              error={form.errors['before.from']}
            />
            <DayField
              label="Before: to"
              name="beforeTo"
              day={own.before.to}
              error={form.errors['before.to']}
            />
            <DayField
              label="After: from"
              name="afterFrom"
              day={own.after.from}
              error={form.errors['after.from']}
            />
            <DayField label="After: to" name="afterTo" day={own.after.to} error={form.errors['after.to']} />
          </div>
        )}
        <SubmitButton form={form} variant="outline" className="justify-self-start">
          Explain
        </SubmitButton>
      </Form>
      <div aria-live="polite">{explained && <Explanation {...explained} />}</div>
    </div>
  )
}

function Explanation({ before, after, bridge }: Explained) {
  const format = useFormat()
  const named = ({ from, to }: DaySpan) =>
    `${format.day(from)}, ${from.slice(0, 4)} – ${format.day(to)}, ${to.slice(0, 4)}`
  if (!bridge) return <p>One of these periods has no reviews.</p>
  return (
    <>
      <BridgeTable bridge={bridge} labels={{ before: named(before), after: named(after) }} />
      <p className="text-muted-foreground">The parts add up to the change. Each opens its reviews.</p>
    </>
  )
}

interface DayFieldProps {
  label: string
  name: string
  day: string
  error: string | undefined
}

function DayField({ label, name, day, error }: DayFieldProps) {
  return <TextField label={label} name={name} type="date" defaultValue={day} required error={error} />
}
