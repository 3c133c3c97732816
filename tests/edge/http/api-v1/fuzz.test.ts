import { env } from 'cloudflare:test'
import { Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '@valibot/to-json-schema'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { newKey } from '#tests/edge/support/keys.ts'
import { createTenant, nobodysObjects, type Tenant } from '#tests/edge/support/tenant.ts'
import { volume } from '#tests/volume.ts'
import { OPERATIONS, type Operation } from '#worker/http/api-v1/operations.ts'
import type { ResourceName } from '#worker/http/api-v1/resources.ts'
import { inputOf, openApiDocument } from '#worker/http/description/openapi.ts'
import { type Answer, askApi } from './requests.ts'

const REQUESTS = volume(150, 5_000)

let tenant: Tenant
let key: string

beforeAll(async () => {
  tenant = await createTenant('fuzzed', Date.now())
  key = (await newKey(tenant.account)).key
})

/** Values for a schema: mostly valid, sometimes arbitrary. */
function valuesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: rightValues(schema) }, { weight: 1, arbitrary: fc.jsonValue() })
}

function rightValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => rightValues(one as JsonSchema)))
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -9, -9),
        max: Math.min(schema.maximum ?? 999, 999),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 9, noNaN: true })
    case 'string':
      return textsOf(schema)
    case 'array':
      return fc.array(valuesOf((schema.items ?? {}) as JsonSchema), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valuesOf(one as JsonSchema)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return fc.jsonValue()
  }
}

/** Ids of the tenant's objects, ids of nobody's, and other strings that match the pattern. */
function textsOf({ pattern }: JsonSchema): fc.Arbitrary<string> {
  if (pattern === undefined) {
    return fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('https://www.google.com/maps', '2026-01-01', ''),
    )
  }
  const known = [...Object.values(objectsOf(tenant)), ...Object.values(nobodysObjects())]
  const fitting = known.filter((id) => new RegExp(pattern).test(id))
  const made = fc.stringMatching(new RegExp(pattern))
  return fitting.length > 0 ? fc.oneof(fc.constantFrom(...fitting), made) : made
}

function objectsOf({ businessId, reviewId, responseId, runId }: Tenant) {
  return { businessId, reviewId, responseId, runId }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface FuzzedRequest {
  operation: Operation
  path: string
  body: unknown
}

function requestsOf(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { path, query, body } = inputOf(operation)
  // A few optional fields at a time: with all of them, one would always be invalid.
  const record = (fields: typeof query) => {
    const needed = fields.filter(({ isRequired }) => isRequired)
    const optional = fields.filter(({ isRequired }) => !isRequired)
    return fc
      .subarray(optional, { maxLength: Math.min(4, optional.length) })
      .chain((chosen) =>
        fc.record(
          Object.fromEntries([...needed, ...chosen].map(({ name, schema }) => [name, valuesOf(schema)])),
        ),
      )
  }
  return fc
    .tuple(record(path), record(query), body.length > 0 ? record(body) : fc.constant(undefined))
    .map(([inPath, inQuery, sent]) => {
      const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(inPath[name]))
      const search = new URLSearchParams(
        Object.entries(inQuery).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map(asText).join() : asText(value),
        ]),
      )
      return { operation, path: `${address}?${search}`, body: sent }
    })
}

/** An empty segment, or one of dots, would make another address. */
function segmentOf(value: unknown): string {
  const text = encodeURIComponent(asText(value).toWellFormed())
  return /^\.{0,2}$/.test(text) ? 'x' : text
}

const document = openApiDocument()
const validators = new Map<ResourceName, Validator>()

function faultsOf(name: ResourceName, value: unknown): unknown[] {
  const { components } = document
  const schema = { $ref: `#/components/schemas/${name}`, components: { schemas: components.schemas } }
  const validator = validators.get(name) ?? new Validator(schema, '2020-12')
  validators.set(name, validator)
  return validator.validate(value).errors
}

/** The part of an answer that contradicts the document, or null. */
function undocumented({ answer: resource, status, method }: Operation, answer: Answer): unknown {
  if (answer.status >= 500) return answer.text
  if (answer.status === status) {
    return resource === null ? answer.text || null : (faultsOf(resource, answer.json)[0] ?? null)
  }
  if (answer.status === 304 && method === 'get') return null
  if (answer.status < 400) return `status ${answer.status}`
  const isProblem = answer.headers.get('content-type') === 'application/problem+json'
  return isProblem ? (faultsOf('Problem', answer.json)[0] ?? null) : answer.headers.get('content-type')
}

test(`of ${REQUESTS} requests made from the document, none is answered outside of it`, async () => {
  let sent = 0
  const statuses = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.oneof(...OPERATIONS.map(requestsOf)), async ({ operation, path, body }) => {
      sent += 1
      // Clears the limit per key, which is tested elsewhere.
      if (sent % 50 === 0) await env.DB.prepare("DELETE FROM attempts WHERE key GLOB 'calls:*'").run()
      // Deleting the tenant's only business would leave nothing to ask for.
      const isFatal = operation.id === 'deleteBusiness' && path.includes(tenant.businessId)
      if (isFatal) return
      const answer = await askApi(key, operation.method, path, body)
      const about = `${operation.id} ${answer.status}`
      statuses.set(about, (statuses.get(about) ?? 0) + 1)
      expect([path, undocumented(operation, answer)]).toEqual([path, null])
    }),
    { numRuns: REQUESTS },
  )
  expect(sent).toBeGreaterThanOrEqual(REQUESTS)
  // Some requests succeed: not all of them are refused as invalid.
  const done = OPERATIONS.filter(({ id, status }) => statuses.has(`${id} ${status}`)).map(({ id }) => id)
  const reached = ['listReviews', 'createBusiness', 'getReview', 'getRun', 'getStatistics']
  expect(reached.filter((id) => done.includes(id)).length).toBeGreaterThanOrEqual(volume(2, reached.length))
}, 900_000)
