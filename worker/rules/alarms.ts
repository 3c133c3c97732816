import * as v from 'valibot'
import { uuid } from './fields.ts'

export const SENSITIVITIES = ['quiet', 'normal', 'early'] as const
/** How soon an alarm goes off: the sooner, the more of them are false. */
export type Sensitivity = (typeof SENSITIVITIES)[number]

/**
 * How often a location's alarms are false in a year in which nothing changes, at most: simulated, with up to 1.2 reviews a day
 * (a test repeats it).
 */
export const FALSE_ALARMS_A_YEAR: Record<Sensitivity, number> = { quiet: 0.6, normal: 1, early: 3 }

/** The same, for people. */
export const SENSITIVITY_TEXTS: Record<Sensitivity, { name: string; rate: string }> = {
  quiet: { name: 'Quiet', rate: 'about once every two years' },
  normal: { name: 'Normal', rate: 'about once a year' },
  early: { name: 'Early', rate: 'up to three times a year' },
}

export const SetSensitivityInput = v.object({
  sensitivity: v.picklist(SENSITIVITIES, 'Choose quiet, normal or early.'),
})
export type SetSensitivityInput = v.InferOutput<typeof SetSensitivityInput>

/** The kinds of alarm that may be an attack. */
export const SUSPICIONS = ['possible_attack', 'alike_reviews'] as const

export const EvidenceInput = v.object({ alarm: uuid('Choose an alarm on AI Insights.') })
export type EvidenceInput = v.InferOutput<typeof EvidenceInput>
