import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { forgetCookie, rememberInCookie } from '#app/lib/cookies.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useRootData } from '#app/lib/root-data.ts'
import { LOCALE_NAMES, LOCALES } from '#worker/rules/locales.ts'

const SAMPLE_DATE = '2026-03-02T14:20:00Z'
const SAMPLE_NUMBER = 1234.5

/** Chooses this browser's format for dates and numbers; texts stay English. */
export function FormatCard() {
  const format = useFormat()
  const chosen = useRootData()?.chosenLocale ?? ''
  function choose(locale: string) {
    if (locale === '') forgetCookie('locale')
    else rememberInCookie('locale', locale)
    fireAppEvent('account-updated')
  }
  return (
    <TitledCard title="Dates and numbers" description="How they are written in this browser.">
      <Field label="Format" hint={`${format.dateTime(SAMPLE_DATE)} · ${format.number(SAMPLE_NUMBER, 1)}`}>
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => choose(event.target.value)}>
            <option value="">Same as the browser</option>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale}>
                {LOCALE_NAMES[locale]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </TitledCard>
  )
}
