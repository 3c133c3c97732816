import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { type AnySchema, inputSchemaOf } from '../procedure-input.ts'

/**
 * True for `needed` fields, which treat a missing value as empty so that it gets the field's own message
 * (rules/fields.ts).
 */
function isNeeded(schema: AnySchema | undefined): boolean {
  return schema?.type === 'optional' && schema.default === ''
}

/** The default of needed fields exists for the schema library only. */
function asCalled(schema: AnySchema, json: JsonSchema): JsonSchema | undefined {
  if (schema.type === 'optional' && isNeeded(schema.wrapped)) return withoutDefault(json)
  if (schema.type === 'array' && isNeeded(schema.item)) {
    return { ...json, items: withoutDefault(json.items as JsonSchema) }
  }
  const needed = Object.entries(schema.entries ?? {}).flatMap(([name, entry]) =>
    isNeeded(entry) ? [name] : [],
  )
  if (needed.length === 0) return undefined
  const properties = Object.entries(json.properties ?? {}).map(([name, one]) => [
    name,
    needed.includes(name) ? withoutDefault(one as JsonSchema) : one,
  ])
  return {
    ...json,
    properties: Object.fromEntries(properties),
    required: [...new Set([...(json.required ?? []), ...needed])],
  }
}

function withoutDefault({ default: _default, ...schema }: JsonSchema): JsonSchema {
  return schema
}

const READ: ConversionConfig = {
  typeMode: 'input',
  errorMode: 'ignore',
  target: 'draft-2020-12',
  overrideSchema: ({ valibotSchema, jsonSchema }) => asCalled(valibotSchema as AnySchema, jsonSchema),
}

export function inputJson(procedure: string): JsonSchema {
  const input = inputSchemaOf(procedure)
  return input ? toJsonSchema(input, READ) : {}
}
