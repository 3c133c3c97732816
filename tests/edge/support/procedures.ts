import type { AnyProcedure } from '@trpc/server'
import * as v from 'valibot'
import { costsHash } from '#worker/api/init.ts'
import { appRouter, type createApi } from '#worker/api/router.ts'

export interface Procedure {
  /** As in its address: `reviews.list`. */
  path: string
  isMutation: boolean
  /** True if it refuses an empty input. */
  needsInput: boolean
  /** True if it is declared to compute password hashes. */
  costsHash: boolean
  /** The fields of its input, each with its schema. */
  fields: Record<string, v.GenericSchema>
}

// Typed as the nested routers, but stored flat, by path.
const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure>

/** Every procedure of the router, so that the tests include new ones automatically. */
export const PROCEDURES: readonly Procedure[] = Object.entries(procedures).map(([path, procedure]) => ({
  path,
  isMutation: procedure._def.type === 'mutation',
  costsHash: costsHash(procedure),
  needsInput: inputsOf(procedure).some((schema) => !v.safeParse(schema, {}).success),
  fields: Object.assign({}, ...inputsOf(procedure).map(fieldsOf)) as Record<string, v.GenericSchema>,
}))

/** The input schemas; tRPC stores them, but its types don't include them. */
function inputsOf(procedure: AnyProcedure): v.GenericSchema[] {
  return (procedure._def as unknown as { inputs: v.GenericSchema[] }).inputs
}

interface AnySchema {
  wrapped?: AnySchema
  pipe?: readonly AnySchema[]
  entries?: Record<string, v.GenericSchema>
  options?: readonly unknown[]
}

/** Unwraps `optional` and takes the first schema of a pipe. */
function core(schema: AnySchema): AnySchema {
  const inner = schema.pipe?.[0] ?? schema.wrapped
  return inner && inner !== schema ? core(inner) : schema
}

function fieldsOf(schema: v.GenericSchema): Record<string, v.GenericSchema> {
  return core(schema as AnySchema).entries ?? {}
}

/** The choices of a picklist field; empty for others. */
export function choicesOf(field: v.GenericSchema | undefined): readonly unknown[] {
  return field === undefined ? [] : (core(field as AnySchema).options ?? [])
}

/** Calls a procedure by its path, with any input. */
export async function callProcedure(
  api: ReturnType<typeof createApi>,
  path: string,
  input: unknown,
): Promise<unknown> {
  let step: unknown = api
  // A caller is a proxy of functions whose properties are the next level.
  for (const name of path.split('.')) step = Reflect.get(step as object, name)
  return (step as (input: unknown) => Promise<unknown>)(input)
}
