import * as v from 'valibot'

/** The first message a schema answers with; null when the value is accepted. */
export function messageOf(schema: v.GenericSchema<unknown, unknown>, value: unknown): string | null {
  const result = v.safeParse(schema, value)
  return result.success ? null : result.issues[0].message
}
