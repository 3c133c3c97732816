import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

const REVIEWS = 25

/** A program written from the OpenAPI document alone: addresses, inputs and results are generated. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.ts'

type Review = components['schemas']['Review']

export async function run(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } })
  const made = await client.POST('/businesses', { body: { name: 'Made by a program' } })
  const listed = await client.GET('/businesses')
  const reviews: Review[] = []
  let cursor: string | undefined
  do {
    const page = await client.GET('/reviews', { params: { query: { limit: 10, ...(cursor && { cursor }) } } })
    if (page.error) throw new Error(page.error.detail)
    reviews.push(...page.data.items)
    cursor = page.data.nextCursor ?? undefined
  } while (cursor)
  const missing = await client.GET('/reviews/{id}', { params: { path: { id: '8999999999999999' } } })
  return {
    made: made.data?.name,
    businesses: listed.data?.items.map(({ name }) => name),
    texts: reviews.map(({ review }) => review),
    missing: missing.error?.status,
  }
}
`

/** Compiler errors of a program in strict mode. */
function faultsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

test('a client made by a public generator compiles, lists, creates and pages', async ({
  newPerson,
  product,
}) => {
  const db = await product.server.database()
  const account = await newOwner((await newPerson()).page, product)
  const business = await createBusiness(db, account, { name: 'Harbor Books' })
  const now = Date.now()
  await storeReviews(
    db,
    Array.from({ length: REVIEWS }, (_, index) => ({
      business,
      platformReviewId: `review-${index}`,
      text: `Review number ${index}`,
      scrapedAt: now - index * 1_000,
    })),
  )

  // Inside the project, so that the program can resolve its packages.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.api-client-'))
  try {
    const document = new URL('/api/v1/openapi.json', product.origin)
    await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(document)))
    const file = join(folder, 'program.ts')
    await writeFile(file, PROGRAM)
    expect(faultsOf(file)).toEqual([])
    const compiled = join(folder, 'program.mjs')
    const { outputText } = ts.transpileModule(PROGRAM, {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    })
    await writeFile(compiled, outputText)
    const { run } = await import(/* @vite-ignore */ pathToFileURL(compiled).href)
    expect(await run(`${product.origin}/api/v1`, account.key)).toEqual({
      made: 'Made by a program',
      businesses: ['Harbor Books', 'Made by a program'],
      texts: Array.from({ length: REVIEWS }, (_, index) => `Review number ${index}`),
      missing: 404,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
