import { expect, test } from 'vitest'
import { type Call, startCloudflare } from '#tests/upstream/cloudflare.ts'
import { deploy, runScript, type StandIn } from './support/deploying.ts'

const SLOW_MS = 300_000

const doctor = (standIn: StandIn) => runScript(standIn, 'scripts/doctor.ts')

/** Faults that only the account shows; those of settings and of how it runs are tests/unit/worker/rules/operation.test.ts. */
const PLANTED: [string, (standIn: StandIn) => void, text: RegExp, remedy: string][] = [
  [
    'a missing queue',
    ({ queues }) => void queues.delete('collect-yelp'),
    /queue collect-yelp is missing/,
    'npm run deploy',
  ],
  ['a missing worker', ({ scripts }) => scripts.clear(), /no worker review-dashboard/, 'npm run deploy'],
  ['a missing database', ({ databases }) => databases.clear(), /database can’t be read/, 'npm run deploy'],
  [
    'a missing migration',
    (standIn) => void storeOf(standIn).exec("DELETE FROM d1_migrations WHERE name = '0016_operation.sql'"),
    /Migrations are missing: 0016_operation.sql/,
    'npm run deploy',
  ],
  [
    'a missing secret',
    (standIn) => {
      const [script] = [...standIn.scripts.values()]
      for (const version of script?.versions ?? [])
        version.bindings = version.bindings.filter(({ name }) => name !== 'MFA_ENCRYPTION_KEY')
    },
    /MFA_ENCRYPTION_KEY isn’t set/,
    'npm run deploy',
  ],
  [
    'a stopped tick',
    (standIn) => void storeOf(standIn).exec('UPDATE instance SET tick_at = 1'),
    /The tick has stopped/,
    'cron trigger',
  ],
  [
    'a dead key',
    (standIn) =>
      void storeOf(standIn).exec(
        `UPDATE instance SET probes = '[{"name":"yelp","problem":"it is refused."}]'`,
      ),
    /Yelp’s API: it is refused/,
    'YELP_API_KEY',
  ],
]

function storeOf({ databases }: StandIn) {
  const [database] = [...databases.values()]
  if (!database) throw new Error('nothing is deployed')
  return database.store
}

async function deployed(options: { refuse?: (call: Call) => number | undefined } = {}) {
  const standIn = await startCloudflare(options)
  expect(await deploy(standIn)).toMatchObject({ code: 0 })
  storeOf(standIn).exec(`UPDATE instance SET tick_at = ${Date.now()}, tick_version = 'v1'`)
  return standIn
}

test('a deployed instance has nothing broken; what is not set up yet is named', {
  timeout: SLOW_MS,
}, async () => {
  const standIn = await deployed()
  const { said } = await doctor(standIn)
  expect(said).not.toContain('✗ broken')
  expect(said).toContain('docs/mail.md')
  expect(said).toContain('operator_link')
  expect(standIn.unknown).toEqual([])
  await standIn.close()
})

test.each(PLANTED)('%s is found with its remedy', { timeout: SLOW_MS }, async (_, plant, text, remedy) => {
  const standIn = await deployed()
  plant(standIn)
  const { said, code } = await doctor(standIn)
  expect(code).toBe(1)
  expect(said).toMatch(text)
  expect(said.slice(said.search(text))).toContain(remedy)
  await standIn.close()
})
