import { useNavigate } from '@remix-run/react'
import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat, useLocale } from '#app/lib/locale.tsx'
import { CREDIT_COSTS } from '#worker/rules/credits.ts'
import { LOCALE_NAMES, LOCALES, type Locale } from '#worker/rules/locales.ts'
import {
  type CreateReportInput,
  MAX_REPORT_TITLE,
  PERIOD_NAMES,
  REPORT_PERIODS,
  REPORT_SECTIONS,
  type ReportPeriod,
  type ReportsView,
  RHYTHM_NAMES,
  rhythmsOf,
  SECTION_NAMES,
} from '#worker/rules/reports.ts'

export function NewReportCard({ businesses, credits }: Pick<ReportsView, 'businesses' | 'credits'>) {
  const format = useFormat()
  const { locale } = useLocale()
  const navigate = useNavigate()
  const [period, setPeriod] = useState<ReportPeriod>('last_month')
  const form = useForm(async (fields) => {
    // The API's own schema provides the error messages.
    const input = {
      title: textOf(fields, 'title'),
      ...(businesses.length > 1 && { businessIds: fields.getAll('businessIds').map(String) }),
      period: textOf(fields, 'period'),
      sections: fields.getAll('sections').map(String),
      locale: textOf(fields, 'locale'),
      schedule: textOf(fields, 'schedule'),
    } as CreateReportInput
    const { id } = await api.reports.create.mutate(input)
    navigate(`/app/ai-insights/reports/${id}`)
  })
  const { errors } = form
  return (
    <TitledCard
      title="New report"
      description={`It costs ${CREDIT_COSTS.report} AI credits; ${format.number(credits.balance)} ${credits.balance === 1 ? 'is' : 'are'} left this month. Creating the same report again on the same day is free.`}
    >
      <Form form={form}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Title"
            name="title"
            defaultValue="Monthly report"
            autoComplete="off"
            required
            maxLength={MAX_REPORT_TITLE}
            error={errors.title}
          />
          <Field label="Period" error={errors.period}>
            {(control) => (
              <Select
                {...control}
                name="period"
                value={period}
                // Its options are the periods.
                onChange={(event) => setPeriod(event.target.value as ReportPeriod)}
              >
                {REPORT_PERIODS.map((period) => (
                  <option key={period} value={period}>
                    {PERIOD_NAMES[period]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Choices
            legend="Sections"
            name="sections"
            choices={REPORT_SECTIONS.map((section) => ({ id: section, name: SECTION_NAMES[section] }))}
            error={errors.sections}
          />
          {businesses.length > 1 && (
            <Choices legend="Locations" name="businessIds" choices={businesses} error={errors.businessIds} />
          )}
          <Field label="Dates and numbers" hint="The text is in English." error={errors.locale}>
            {(control) => (
              <Select {...control} name="locale" defaultValue={closestLocale(locale)}>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale}>
                    {LOCALE_NAMES[locale]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Schedule"
            hint={`Each scheduled report costs the same, and you get an e-mail with its findings.${rhythmsOf(period).includes('weekly') ? '' : ' Weekly reports are on the last 7 days or the last 12 months.'}`}
            error={errors.schedule}
          >
            {(control) => (
              <Select {...control} name="schedule" defaultValue="none">
                <option value="none">Only now</option>
                {rhythmsOf(period).map((rhythm) => (
                  <option key={rhythm} value={rhythm}>
                    Now, and {RHYTHM_NAMES[rhythm]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <SubmitButton form={form} className="justify-self-start">
          Create report
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}

/** Closest supported locale: 'de-DE' for 'de-AT'. */
function closestLocale(locale: string): Locale {
  const language = locale.slice(0, 2)
  return LOCALES.find((one) => one === locale) ?? LOCALES.find((one) => one.startsWith(language)) ?? 'en-US'
}

interface ChoicesProps {
  legend: string
  name: string
  choices: readonly { id: string; name: string }[]
  error: string | undefined
}

function Choices({ legend, name, choices, error }: ChoicesProps) {
  return (
    <fieldset className="grid content-start gap-1" aria-describedby={error && `${name}-error`}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.id} className="flex min-h-11 items-center gap-3 text-sm dense:min-h-8">
          <input
            type="checkbox"
            name={name}
            value={choice.id}
            defaultChecked
            aria-invalid={error ? true : undefined}
            className="size-5 shrink-0 accent-primary"
          />
          <span className="min-w-0 wrap-anywhere">{choice.name}</span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="text-sm text-destructive">
          {error}
        </p>
      )}
    </fieldset>
  )
}
