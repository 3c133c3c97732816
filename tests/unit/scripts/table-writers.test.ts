import { expect, test } from 'vitest'
import { foreignWrites, workerFiles, writersOf } from '#scripts/local/table-writers.ts'

test.each([
  ['SQL that inserts', 'sql`INSERT INTO scrape_runs (id) VALUES (1)`'],
  ['SQL that replaces', 'sql`INSERT OR REPLACE INTO scrape_runs (id) VALUES (1)`'],
  ['SQL that updates', 'sql`\n    UPDATE scrape_runs\n    SET page = 1`'],
  ['SQL that deletes', 'sql`DELETE FROM "scrape_runs" WHERE id = 1`'],
  ['SQL with the name of the schema', `sql\`update \${scrapeRuns} SET page = 1\``],
  ['Drizzle that inserts', 'ctx.db.insert(scrapeRuns).values({})'],
  ['Drizzle that updates', 'ctx.db\n    .update( scrapeRuns )\n    .set({})'],
  ['Drizzle that deletes', 'db.delete(schema.scrapeRuns).where(isOld)'],
  ['the schema under another name', "import { scrapeRuns as runs } from '#db/schema/index.ts'"],
])('%s is a write', (_, code) => {
  expect(foreignWrites({ 'worker/imports/a-third-file.ts': code })).toEqual([
    'worker/imports/a-third-file.ts writes scrape_runs, which only worker/collection/run-store.ts and worker/businesses/source-state.ts may do',
  ])
})

test.each([
  ['SQL that reads', 'sql`SELECT * FROM scrape_runs WHERE updated_at > 1`'],
  ['Drizzle that reads', 'ctx.db.select().from(scrapeRuns)'],
  ['a write to another table', 'sql`UPDATE scrape_runs_old SET page = 1`; db.update(scrapeRunsOld)'],
])('%s is none', (_, code) => {
  expect(foreignWrites({ 'worker/imports/a-third-file.ts': code })).toEqual([])
})

test('the owners may write', () => {
  const code = 'sql`DELETE FROM business_sources`; db.insert(scrapeRuns)'
  expect(foreignWrites({ 'worker/businesses/source-state.ts': code })).toEqual([])
})

test('each owner of the product writes its table, and nobody else does', () => {
  const files = workerFiles()
  expect(foreignWrites(files)).toEqual([])
  expect(writersOf('business_sources', files)).toEqual(['worker/businesses/source-state.ts'])
  expect(writersOf('scrape_runs', files).toSorted()).toEqual([
    'worker/businesses/source-state.ts',
    'worker/collection/run-store.ts',
  ])
})
