import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { OPERATIONS } from '#worker/http/api-v1/operations.ts'
import { openApiDocument } from '#worker/http/description/openapi.ts'
import { OPEN_TO_KEYS } from '#worker/rules/tokens.ts'

test('the document passes a public OpenAPI linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(openApiDocument()), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('every operation belongs to a key scope, and every scope has an operation', () => {
  const open = Object.values(OPEN_TO_KEYS).flat()
  expect(OPERATIONS.filter(({ procedure }) => !open.includes(procedure))).toEqual([])
  for (const procedures of Object.values(OPEN_TO_KEYS)) {
    expect(OPERATIONS.some(({ procedure }) => procedures.includes(procedure))).toBe(true)
  }
})

test('required request fields are marked required, and no parameter has an empty default', () => {
  const { paths } = openApiDocument()
  const create = paths['/businesses']?.post as { requestBody: object }
  expect(create.requestBody).toMatchObject({
    content: {
      'application/json': { schema: { required: ['name'], properties: { name: { type: 'string' } } } },
    },
  })
  expect(JSON.stringify(paths)).not.toContain('"default":""')
})

test('list filters are documented as parameters with their allowed values', () => {
  const list = openApiDocument().paths['/reviews']?.get as { parameters: { name?: string }[] } | undefined
  const parameters = list?.parameters ?? []
  expect(parameters.find(({ name }) => name === 'platform')).toMatchObject({
    in: 'query',
    required: false,
    schema: {
      // Or the id of a platform that the organization added.
      anyOf: [
        { enum: ['google', 'yelp', 'facebook', 'tripadvisor'] },
        { type: 'string', pattern: '^other[0-9a-f]{16}$' },
      ],
    },
  })
  expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
  })
})

test('every response schema rejects additional properties', () => {
  const { schemas } = openApiDocument().components
  for (const [name, schema] of Object.entries(schemas)) {
    expect([name, schema]).toMatchObject([name, { type: 'object', additionalProperties: false }])
  }
})
