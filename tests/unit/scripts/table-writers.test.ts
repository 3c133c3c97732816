import { expect, test } from 'vitest'
import { OWNERS } from '#scripts/local/table-owners.ts'
import { foreignWrites, ownershipFaults, storedTables, workerFiles } from '#scripts/local/table-writers.ts'

const TABLES = storedTables()
const FILES = workerFiles()
const ELSEWHERE = 'worker/imports/another-file.ts'
const FOREIGN = `${ELSEWHERE} writes scrape_runs, which only worker/collection/run-store.ts and worker/businesses/source-state.ts may do`

test('each table of the store is written only by its owner', () => {
  expect(TABLES.length).toBeGreaterThan(70)
  expect(ownershipFaults(FILES, TABLES)).toEqual([])
})

test.each([
  ['SQL that inserts', 'sql`INSERT INTO scrape_runs (id) VALUES (1)`'],
  ['SQL that replaces', 'sql`INSERT OR REPLACE INTO scrape_runs (id) VALUES (1)`'],
  ['SQL that updates', 'sql`\n    UPDATE scrape_runs\n    SET page = 1`'],
  ['SQL that deletes', 'sql`DELETE FROM "scrape_runs" WHERE id = 1`'],
  ['SQL with the name of the schema', `sql\`update \${scrapeRuns} SET page = 1\``],
  ['SQL with the name of a whole schema', `sql\`UPDATE \${schema.scrapeRuns} SET page = 1\``],
  ['Drizzle that inserts', 'ctx.db.insert(scrapeRuns).values({})'],
  ['Drizzle that updates', 'ctx.db\n    .update( scrapeRuns )\n    .set({})'],
  ['Drizzle that deletes', 'db.delete(schema.scrapeRuns).where(isOld)'],
  ['due work', 'const RUNS: DueWork<typeof scrapeRuns> = {}'],
  ['deleting what is old', 'prune(ctx.db, { key: scrapeRuns.seq, time: scrapeRuns.createdAt }, until)'],
])('%s counts as a write', (_, code) => {
  expect(foreignWrites({ [ELSEWHERE]: code }, TABLES)).toEqual([FOREIGN])
})

test.each([
  ['a schema under another name', "import { scrapeRuns as runs } from '…'\nctx.db.delete(runs)"],
  ['a table out of a list', 'for (const table of [scrapeRuns]) store.delete(table).where(isOld)'],
  ['a name that is put into SQL', `sql\`DELETE FROM \${sql.raw(name)} WHERE id = 1\``],
  ['a table that is not in the store', 'sql`INSERT INTO scrape_walks (id) VALUES (1)`'],
  ['a key out of a list', 'prune(ctx.db, oldest, until)'],
])('%s does not get around the check', (_, code) => {
  expect(foreignWrites({ [ELSEWHERE]: code }, TABLES)).toEqual([
    `${ELSEWHERE} writes a table that is not named where it is written`,
  ])
})

test.each([
  ['SQL that reads', 'sql`SELECT * FROM scrape_runs WHERE updated_at > 1`'],
  ['Drizzle that reads', 'ctx.db.select().from(scrapeRuns)'],
  ['what else has such a method', "createHash('sha256').update(text); remembered.delete(tokenHash)"],
  ['prose', '// Update the scrape runs, and delete from the list what update says.'],
  ['an upsert', 'sql`SELECT 1 ON CONFLICT DO UPDATE SET page = 1`'],
])('%s does not count as a write', (_, code) => {
  expect(foreignWrites({ [ELSEWHERE]: code }, TABLES)).toEqual([])
})

test('the owner of a table may write it, and its domain may delete old rows', () => {
  const owned = 'sql`DELETE FROM review_responses WHERE id = 1`'
  const old = 'prune(db, { key: sessions.id, time: sessions.expiresAt }, until)'
  expect(foreignWrites({ 'worker/responses/another-file.ts': owned }, TABLES)).toEqual([])
  expect(foreignWrites({ 'worker/identity/another-file.ts': old }, TABLES)).toEqual([])
})

test('a table without an owner is a fault', () => {
  expect(ownershipFaults(FILES, [...TABLES, 'review_moods'])).toEqual(['review_moods has no owner'])
})

test('a listed table that does not exist or an owner that does not write is a fault', () => {
  const withoutOne = TABLES.filter((table) => table !== 'scan_pages')
  expect(ownershipFaults(FILES, withoutOne)).toContain('there is no table scan_pages')
  const { 'worker/oauth/attempts.ts': _, ...others } = FILES
  expect(ownershipFaults(others, TABLES)).toEqual([
    'worker/oauth/attempts.ts owns oauth_attempts, and does not write it',
  ])
})

test('a table that triggers write has no other writer', () => {
  expect(OWNERS.review_daily_stats).toEqual(['db/triggers/'])
  expect(foreignWrites({ 'worker/reviews/stats.ts': 'sql`DELETE FROM review_daily_stats`' }, TABLES)).toEqual(
    ['worker/reviews/stats.ts writes review_daily_stats, which only db/triggers/ may do'],
  )
})
