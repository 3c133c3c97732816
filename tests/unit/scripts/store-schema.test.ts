import { expect, test } from 'vitest'
import { openStore, schemaFaults } from '#scripts/local/store-schema.ts'
import { triggerWriteFaults } from '#scripts/local/trigger-writes.ts'

test('migrations, schema.sql, Drizzle and triggers describe the same store', () => {
  expect(schemaFaults()).toEqual([])
})

test.each([
  [
    'a new column',
    'ALTER TABLE saved_views ADD COLUMN color TEXT',
    'db/schema or db/indexes.ts lacks, in saved_views: color TEXT',
  ],
  [
    'a column that went',
    'ALTER TABLE saved_views DROP COLUMN query',
    'The migrations lack, in saved_views: query TEXT NOT NULL',
  ],
  [
    'another default',
    'ALTER TABLE push_devices ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 7',
    'db/schema or db/indexes.ts lacks, in push_devices: seen_at INTEGER NOT NULL DEFAULT 7',
  ],
  [
    'a new index',
    'CREATE INDEX saved_views_named ON saved_views (name DESC) WHERE name > 1',
    'db/schema or db/indexes.ts lacks, in saved_views: CREATE INDEX saved_views_named ON saved_views (name DESC) WHERE name > 1',
  ],
  [
    'an index that went',
    'DROP INDEX saved_views_by_user',
    'The migrations lack, in saved_views: CREATE INDEX saved_views_by_user ON saved_views (user_id)',
  ],
  [
    'a table that nobody typed',
    'CREATE TABLE moods (id TEXT PRIMARY KEY, UNIQUE (id, id))',
    'db/schema or db/indexes.ts lacks, in moods: UNIQUE (id, id)',
  ],
])('%s only in the migrations is a fault', (_, change, fault) => {
  const store = openStore()
  store.exec(change)
  const faults = schemaFaults(store)
  expect(faults).toContain(fault)
  expect(faults).toContain('db/schema.sql is not what the migrations make: run `npm run schema`.')
})

test('a trigger that differs between its file and the store is a fault', () => {
  const store = openStore()
  store.exec('DROP TRIGGER credit_entries_forbid_changes')
  const fault = `The trigger credit_entries_forbid_changes is not the same in db/triggers and in the migrations. migrations/README.md says how.`
  expect(schemaFaults(store)).toContain(fault)
  store.exec(
    'CREATE TRIGGER credit_entries_forbid_changes AFTER INSERT ON credit_entries BEGIN SELECT 1; END',
  )
  expect(schemaFaults(store)).toContain(fault)
})

test('a trigger may only write what it derives from its row', () => {
  const store = openStore()
  expect(triggerWriteFaults(store)).toEqual([])
  store.exec(`CREATE TRIGGER plans_wake_sources AFTER UPDATE OF plan_type ON organization_subscriptions BEGIN
    UPDATE business_sources SET next_due_at = 0; -- DELETE FROM reviews
    INSERT INTO saved_views (id) VALUES (1) ON CONFLICT DO UPDATE SET name = 'x';
  END`)
  const why = 'what follows from an event is a verb (docs/decisions/0078-reactions-are-verbs.md).'
  expect(triggerWriteFaults(store)).toEqual([
    `The trigger plans_wake_sources on organization_subscriptions writes business_sources: ${why}`,
    `The trigger plans_wake_sources on organization_subscriptions writes saved_views: ${why}`,
  ])
})

test('there are at most twelve triggers', () => {
  const store = openStore()
  const count = store.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'`).get()?.n
  expect(count).toBeLessThanOrEqual(12)
  for (let number = Number(count); number <= 12; number += 1) {
    store.exec(`CREATE TRIGGER more_${number} AFTER INSERT ON saved_views BEGIN SELECT 1; END`)
  }
  expect(triggerWriteFaults(store)).toEqual(['There are 13 triggers, and at most 12 are wanted.'])
})

test('an allowed trigger write that no trigger makes is a fault', () => {
  const store = openStore()
  store.exec('DROP TRIGGER reviews_keep_revision')
  expect(triggerWriteFaults(store)).toEqual([
    'scripts/local/trigger-writes.ts allows reviews → review_revisions, which no trigger does.',
  ])
})
