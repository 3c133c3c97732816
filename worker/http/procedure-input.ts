import type * as v from 'valibot'
import { appRouter } from '../api/router.ts'

/** What is asked of a schema of the schema library here; each kind has some of these. */
export interface AnySchema {
  type: string
  default?: unknown
  wrapped?: AnySchema
  item?: AnySchema
  pipe?: readonly AnySchema[]
  entries?: Record<string, AnySchema>
}

/** The schema by which a procedure checks its input; undefined for one without. */
export function inputSchemaOf(procedure: string): v.GenericSchema | undefined {
  // tRPC keeps the schemas of inputs, but names them in no type.
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { inputs: v.GenericSchema[] } }
  >
  return procedures[procedure]?._def.inputs[0]
}

/** The kind of value each field of a procedure's input is, by its name: 'string', 'number', 'boolean', 'array', … */
export function inputKinds(procedure: string): ReadonlyMap<string, string> {
  const schema = inputSchemaOf(procedure) as AnySchema | undefined
  const entries = Object.entries((schema && core(schema).entries) ?? {})
  return new Map(entries.map(([name, entry]) => [name, core(entry).type]))
}

/** What is inside `optional` and at the beginning of a pipe. */
function core(schema: AnySchema): AnySchema {
  const inner = schema.pipe?.[0] ?? schema.wrapped
  return inner && inner !== schema ? core(inner) : schema
}
