import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SOURCE_ERROR_KINDS } from '#worker/rules/failures.ts'
import { SOURCES } from '#worker/sources/registry.ts'
import { SourceError } from '#worker/sources/source.ts'
import { answerOf } from './answers.ts'

const code = fc.oneof(
  fc.integer({ min: -1, max: 400 }),
  fc.constantFrom(12, 190, 200, 368, 80001, 1e21),
  fc.string(),
)
const error = fc.record(
  {
    code,
    error_subcode: code,
    status: fc.constantFrom('PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'NOT_FOUND', 'x'),
    type: fc.string(),
    message: fc.string(),
    description: fc.string(),
    details: fc.array(fc.jsonValue(), { maxLength: 3 }),
  },
  { requiredKeys: [] },
)
/** Errors in the form of platforms, of proxies, and arbitrary ones. */
const body = fc.oneof(
  fc.record({ error: fc.oneof(error, fc.jsonValue()) }).map((value) => JSON.stringify(value)),
  fc.array(fc.record({ error }), { maxLength: 2 }).map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 300 }),
  fc.string({ maxLength: 100 }).map((text) => `<!doctype html><title>${text}</title>`),
)

test.each(SOURCES)('$name: an error with any body has a known kind', (source) => {
  const status = fc.oneof(
    fc.integer({ min: 300, max: 599 }),
    fc.constantFrom(400, 401, 403, 404, 410, 429, 500, 503),
  )
  fc.assert(
    fc.property(body, status, fc.boolean(), (text, code, isSaidInBody) => {
      const answer = answerOf({ body: text, status: isSaidInBody ? 200 : code })
      const refused = source.refusal(answer)
      if (refused) expect(SOURCE_ERROR_KINDS).toContain(refused.kind)
      // Every other status is a refusal; a body with status 200 is parsed or rejected.
      if (!isSaidInBody) expect(refused).not.toBeNull()
      if (!isSaidInBody || refused) return
      try {
        expect(source.parse(answer.body, null).reviews).toEqual([])
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(SourceError)
        expect(SOURCE_ERROR_KINDS).toContain((thrown as SourceError).kind)
        expect((thrown as SourceError).finalMessage).toMatch(/\.$/)
      }
    }),
    { numRuns: 400 },
  )
})
