import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/use-action.ts'
import { useMay } from '#app/lib/viewer.ts'
import { SENSITIVITIES, SENSITIVITY_TEXTS, type Sensitivity } from '#worker/rules/alarms.ts'
import { alarmBehind } from '#worker/rules/insight-links.ts'
import { alarmText, neededText } from '#worker/rules/insight-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** What is different in the last two weeks, and how soon that is said. */
export function AlarmsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { alarms, sensitivity } = view
  const mayChoose = useMay('organization.update')
  return (
    <TitledCard
      title={alarms.known && alarms.alarms.length > 0 ? 'Something has changed' : 'The last 14 days'}
      description="Compared with the six months before. You’re notified once, when a change begins."
      className="grid gap-4 text-sm"
    >
      {!alarms.known && <p className="text-muted-foreground">{neededText(alarms.needed)}</p>}
      {alarms.known && alarms.alarms.length === 0 && (
        <p className="text-muted-foreground">Nothing has changed.</p>
      )}
      {alarms.known && alarms.alarms.length > 0 && (
        <ul className="grid gap-3">
          {alarms.alarms.map((alarm) => {
            const text = alarmText(alarm, format)
            return (
              <li key={text}>
                <p>{text}</p>
                <ReviewsLink to={alarmBehind(view, alarm)} count={alarm.part} about={text} />
              </li>
            )
          })}
        </ul>
      )}
      {mayChoose ? (
        <SensitivityField value={sensitivity} />
      ) : (
        <p className="text-muted-foreground">
          Sensitivity: {SENSITIVITY_TEXTS[sensitivity].name.toLowerCase()}. {rateText(sensitivity)}
        </p>
      )}
    </TitledCard>
  )
}

function rateText(sensitivity: Sensitivity): string {
  return `Expect a false alarm ${SENSITIVITY_TEXTS[sensitivity].rate} at each location.`
}

/** Chosen for the whole organization. */
function SensitivityField({ value }: { value: Sensitivity }) {
  const { revalidate } = useRevalidator()
  const { busy, act } = useAction()
  const [shown, setShown] = useState(value)

  async function choose(sensitivity: Sensitivity) {
    setShown(sensitivity)
    try {
      await api.insights.setSensitivity.mutate({ sensitivity })
    } catch (error) {
      setShown(value)
      throw error
    }
    toast.success('Saved.')
    revalidate()
  }

  return (
    <Field label="Alarm sensitivity for all businesses" hint={rateText(shown)} className="print:hidden">
      {(control) => (
        <Select
          {...control}
          value={shown}
          aria-busy={busy !== null}
          onChange={(event) => {
            const chosen = SENSITIVITIES.find((known) => known === event.target.value)
            // Not disabled meanwhile: it would lose the focus.
            if (chosen && busy === null) void act('choose', () => choose(chosen))
          }}
        >
          {SENSITIVITIES.map((known) => (
            <option key={known} value={known}>
              {SENSITIVITY_TEXTS[known].name}: a false alarm {SENSITIVITY_TEXTS[known].rate}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
