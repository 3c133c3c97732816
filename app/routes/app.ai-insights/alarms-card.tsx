import { useState } from 'react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import { useMay } from '#app/lib/viewer.ts'
import { ALARM_LEVEL_TEXTS, ALARM_LEVELS, type AlarmLevel } from '#worker/rules/alarms.ts'
import { alarmBehind } from '#worker/rules/insight-links.ts'
import { alarmText, neededText } from '#worker/rules/insight-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** What is different in the last two weeks, and of which changes people are told. */
export function AlarmsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { alarms, alarmLevel } = view
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
        <AlarmLevelField value={alarmLevel} />
      ) : (
        <p className="text-muted-foreground">
          Alarms: {ALARM_LEVEL_TEXTS[alarmLevel].name.toLowerCase()}. {ALARM_LEVEL_TEXTS[alarmLevel].hint}
        </p>
      )}
    </TitledCard>
  )
}

/** Chosen for the whole organization. */
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
    toast.success('Saved.')
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
            // Not disabled meanwhile: it would lose the focus.
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
