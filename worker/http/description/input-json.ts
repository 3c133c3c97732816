import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import { type AnySchema, inputSchemaOf } from '../procedure-input.ts'

/** A field that counts as empty where it is missing, so that its own message says so (rules/fields.ts). */
function isNeeded(schema: AnySchema | undefined): boolean {
  return schema?.type === 'optional' && schema.default === ''
}

/** That a needed field has a default is for the schema library alone: whoever calls has to give it. */
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

/** What a procedure takes, as JSON Schema: the schema by which it checks its input. */
export function inputJson(procedure: string): JsonSchema {
  const input = inputSchemaOf(procedure)
  return input ? toJsonSchema(input, READ) : {}
}
