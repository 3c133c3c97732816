import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { type AnySchema, inputSchemaOf } from '../procedure-input.ts'

/**
 * True for a field made with `needed` (rules/fields.ts), which reads a missing value as '' to give the field's own
 * message.
 */
function isNeeded(schema: AnySchema | undefined): boolean {
  return schema?.type === 'optional' && schema.default === ''
}

/** Describes needed fields as required and without a default, which only exists for the schema library. */
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
