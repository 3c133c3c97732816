import { FAULT_KINDS, type Fault } from './faults.ts'
import { SIMULATED_PLATFORMS } from './listing.ts'

/** Refused control input; the message goes back to the test. */
export class ControlError extends Error {}

/** A parsed JSON object, not validated yet. */
export type Fields = Readonly<Record<string, unknown>>

type FieldCheck = (value: unknown) => boolean

const isText: FieldCheck = (value) => typeof value === 'string'
const isCount: FieldCheck = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isCountOrNull: FieldCheck = (value) => value === null || isCount(value)

/** Checks for every field of a fault. Other fields are refused, as typing errors of the test. */
const FAULT_FIELDS: Record<keyof Fault, FieldCheck> = {
  kind: (value) => FAULT_KINDS.some((kind) => kind === value),
  platform: (value) => [...SIMULATED_PLATFORMS, 'identity'].some((platform) => platform === value),
  host: isText,
  listing: isText,
  path: isText,
  times: isCountOrNull,
  skip: isCount,
  variant: isText,
  retryAfterSeconds: isCountOrNull,
  delayMs: isCount,
  bytes: isCount,
  location: isText,
}

/** @throws ControlError that names the field which is wrong */
export function faultOf(fields: Fields): Fault {
  if (!FAULT_FIELDS.kind(fields.kind)) {
    throw new ControlError(`Unknown fault ${String(fields.kind)}; there are ${FAULT_KINDS.join(', ')}.`)
  }
  for (const [name, value] of Object.entries(fields)) {
    const check = new Map<string, FieldCheck>(Object.entries(FAULT_FIELDS)).get(name)
    if (!check) throw new ControlError(`A fault has no field ${name}.`)
    if (!check(value)) throw new ControlError(`${name} of a fault can't be ${JSON.stringify(value)}.`)
  }
  // Safe: every field was checked above, and unknown fields are refused.
  return fields as unknown as Fault
}
