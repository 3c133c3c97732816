import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { KEY_SCOPES } from '../../rules/api-keys.ts'
import { OPEN_TO_KEYS } from '../../rules/tokens.ts'
import { WEBHOOKS_IN_SHORT } from '../../rules/webhooks.ts'
import { API_ROOT, inputPlaces, KEY_HEADER, OPERATIONS, type Operation } from '../api-v1/operations.ts'
import { RESOURCES, type ResourceName } from '../api-v1/resources.ts'
import { inputJson } from './input-json.ts'
import { textOf } from './operation-texts.ts'

// Only a tool returns drafts (http/mcp/).
const { ReplyDraft: _ofATool, ...OF_OPERATIONS } = RESOURCES

interface Field {
  name: string
  schema: JsonSchema
  isRequired: boolean
}

interface OperationInput {
  path: Field[]
  query: Field[]
  body: Field[]
}

export function inputOf(operation: Operation): OperationInput {
  const { properties = {}, required = [] } = inputJson(operation.procedure)
  const { path, query, body } = inputPlaces(operation, Object.keys(properties))
  const field = (name: string): Field => ({
    name,
    schema: properties[name] as JsonSchema,
    isRequired: path.includes(name) || required.includes(name),
  })
  return { path: path.map(field), query: query.map(field), body: body.map(field) }
}

function scopeOf(procedure: string): string {
  return KEY_SCOPES.find((scope) => OPEN_TO_KEYS[scope].includes(procedure)) ?? ''
}

function ref(name: ResourceName) {
  return { $ref: `#/components/schemas/${name}` }
}

function parametersOf(operation: Operation) {
  const { path, query } = inputOf(operation)
  return [
    ...path.map(({ name, schema }) => ({ name, in: 'path', required: true, schema })),
    ...query.map(({ name, schema, isRequired }) => ({
      name,
      in: 'query',
      required: isRequired,
      schema,
      ...(schema.type === 'array' && { style: 'form', explode: false }),
    })),
    ...(operation.takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(operation.method === 'get' ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function bodyOf(operation: Operation) {
  const { body } = inputOf(operation)
  if (body.length === 0) return {}
  const required = body.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const properties = Object.fromEntries(body.map(({ name, schema }) => [name, schema]))
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  return { requestBody: { required: true, content: { 'application/json': { schema } } } }
}

const LIMIT_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}

function responsesOf({ id, status, answer, method }: Operation) {
  const content = answer && { 'application/json': { schema: ref(answer) } }
  return {
    [status]: {
      description: textOf(id).summary,
      headers: {
        ...LIMIT_HEADERS,
        ...(method === 'get' && { ETag: { schema: { type: 'string' } } }),
        ...(answer?.endsWith('Page') && { Link: { $ref: '#/components/headers/Link' } }),
      },
      ...(content && { content }),
    },
    ...(method === 'get' && { 304: { description: 'Nothing has changed since the answer with that ETag.' } }),
    '4XX': { $ref: '#/components/responses/Refused' },
    '5XX': { $ref: '#/components/responses/Failed' },
  }
}

function described(operation: Operation) {
  const { id, procedure } = operation
  const { tag, summary, description = '' } = textOf(id)
  const scope = scopeOf(procedure)
  const parameters = parametersOf(operation)
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${description && '\n\n'}Scope: \`${scope}\`.`,
    security: [{ key: [scope] }],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(operation),
    responses: responsesOf(operation),
  }
}

function schemas() {
  const config: ConversionConfig = {
    typeMode: 'output',
    target: 'draft-2020-12',
    definitions: OF_OPERATIONS,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    // Responses have no other fields.
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
  }
  return Object.fromEntries(
    Object.entries(OF_OPERATIONS).map(([name, resource]) => {
      // If the definitions contained the resource itself, its schema would be a reference to itself.
      const { [name]: _own, ...definitions } = OF_OPERATIONS as Record<string, v.GenericSchema>
      const { $schema, $defs, ...schema } = toJsonSchema(resource, { ...config, definitions })
      return [name, schema]
    }),
  )
}

function problem(description: string, headers = {}) {
  return { description, headers, content: { 'application/problem+json': { schema: ref('Problem') } } }
}

/** The OpenAPI 3.1 document of `/api/v1`, derived from the schemas that validate requests and responses. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reviews API',
      version: '1',
      description: `Gives your programs access to your businesses, their reviews and your answers. Create a key under Security and send it as \`Authorization: Bearer rvk_…\`. Each key allows 100 calls a minute. Times are ISO 8601 in UTC. ${WEBHOOKS_IN_SHORT}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_ROOT }],
    tags: [...new Set(OPERATIONS.map(({ id }) => textOf(id).tag))].map((name) => ({
      name,
      description: `${name}.`,
    })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key, or an access token.' },
      },
      schemas: schemas(),
      parameters: {
        IdempotencyKey: {
          name: KEY_HEADER,
          in: 'header',
          required: true,
          description: 'New for each request; reuse it when you send the same request again.',
          schema: { type: 'string', pattern: '^[!-~]{8,128}$' },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description: 'The ETag of an earlier answer.',
          schema: { type: 'string' },
        },
      },
      headers: {
        RateLimitPolicy: { description: 'How many calls in how many seconds.', schema: { type: 'string' } },
        RateLimit: {
          description: 'How many calls are left, and for how many seconds.',
          schema: { type: 'string' },
        },
        Link: { description: 'The address of the next page, rel="next".', schema: { type: 'string' } },
      },
      responses: {
        Refused: problem('The request was refused.', {
          'Retry-After': {
            description: 'Seconds to wait after too many calls.',
            schema: { type: 'string' },
          },
        }),
        Failed: problem('Something failed on our side. Try again later.'),
      },
    },
  }
}
