import * as v from 'valibot'
import { uuid } from './fields.ts'

export const ALARM_LEVELS = ['off', 'important', 'all'] as const
/** Alarms an organization gets; `all` by default. */
export type AlarmLevel = (typeof ALARM_LEVELS)[number]

export const ALARM_LEVEL_TEXTS: Record<AlarmLevel, { name: string; hint: string }> = {
  off: { name: 'Off', hint: 'Nobody is told. This page still shows what has changed.' },
  important: {
    name: 'Important only',
    hint: 'A clear rise of bad reviews or complaints, copied reviews, a possible attack.',
  },
  all: { name: 'All', hint: 'Also smaller changes, and many more or far fewer reviews than usual.' },
}

export const SetAlarmLevelInput = v.object({
  level: v.picklist(ALARM_LEVELS, 'Choose off, important or all.'),
})
export type SetAlarmLevelInput = v.InferOutput<typeof SetAlarmLevelInput>

export const SUSPICIONS = ['possible_attack', 'alike_reviews'] as const

export const EvidenceInput = v.object({ alarm: uuid('Choose an alarm on AI Insights.') })
export type EvidenceInput = v.InferOutput<typeof EvidenceInput>
