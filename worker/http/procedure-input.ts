import type * as v from 'valibot'
import { appRouter } from '../api/router.ts'

/** The parts of a valibot schema used here; each kind has some of them. */
export interface AnySchema {
  type: string
  default?: unknown
  wrapped?: AnySchema
  item?: AnySchema
  pipe?: readonly AnySchema[]
  entries?: Record<string, AnySchema>
}

export function inputSchemaOf(procedure: string): v.GenericSchema | undefined {
  // tRPC stores the input schemas, but its types don't include them.
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { inputs: v.GenericSchema[] } }
  >
  return procedures[procedure]?._def.inputs[0]
}

/** Type of each field of a procedure's input, by name: 'string', 'number', 'boolean', 'array', … */
export function inputKinds(procedure: string): ReadonlyMap<string, string> {
  const schema = inputSchemaOf(procedure) as AnySchema | undefined
  const entries = Object.entries((schema && core(schema).entries) ?? {})
  return new Map(entries.map(([name, entry]) => [name, core(entry).type]))
}

function core(schema: AnySchema): AnySchema {
  const inner = schema.pipe?.[0] ?? schema.wrapped
  return inner && inner !== schema ? core(inner) : schema
}
