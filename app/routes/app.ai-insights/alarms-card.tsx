import { useState } from 'react'
import { Field } from '#app/components/ui/field.tsx'
import { FoldedCard } from '#app/components/ui/folded-card.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import { ALARM_LEVEL_TEXTS, ALARM_LEVELS, type AlarmLevel } from '#worker/rules/alarms.ts'
import type { InsightsView } from '#worker/rules/insights.ts'

export function AlarmsCard({ alarmLevel }: Pick<InsightsView, 'alarmLevel'>) {
  const mayChoose = useMay('organization.update')
  const { name, hint } = ALARM_LEVEL_TEXTS[alarmLevel]
  return (
    <FoldedCard title={`Alarms: ${name.toLowerCase()}`}>
      {mayChoose ? <AlarmLevelField value={alarmLevel} /> : <p className="text-muted-foreground">{hint}</p>}
    </FoldedCard>
  )
}

/** The alarm level, chosen for the whole organization. */
function AlarmLevelField({ value }: { value: AlarmLevel }) {
  const { busy, act } = useAction()
  const [shown, setShown] = useState(value)

  async function choose(level: AlarmLevel) {
    setShown(level)
    try {
      await mutate(api.insights.setAlarmLevel.mutate({ level }), 'account-updated')
    } catch (error) {
      setShown(value)
      throw error
    }
    toast.success('Your change is saved.', { title: 'Saved' })
  }

  return (
    <Field label="Alarms for all businesses" hint={ALARM_LEVEL_TEXTS[shown].hint} className="print:hidden">
      {(control) => (
        <Select
          {...control}
          value={shown}
          aria-busy={busy !== null}
          onChange={(event) => {
            const chosen = ALARM_LEVELS.find((known) => known === event.target.value)
            // Don't disable the field while saving: it would lose the focus.
            if (chosen && busy === null) void act('choose', () => choose(chosen))
          }}
        >
          {ALARM_LEVELS.map((known) => (
            <option key={known} value={known}>
              {ALARM_LEVEL_TEXTS[known].name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
