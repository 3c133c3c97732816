import { expect, test } from 'vitest'
import { startCloudflare } from '#tests/upstream/cloudflare.ts'
import { deploy, insertInto, runScript, type StandIn } from './support/deploying.ts'

const SLOW_MS = 300_000
const HOUR_MS = 3_600_000

const doctor = (standIn: StandIn) => runScript(standIn, 'scripts/doctor.ts')

/**
 * Faults that don't hide each other, so that one run finds them all, with their text and remedy. The values
 * of secrets can't be read from outside: tests/unit/worker/rules/operation.test.ts covers them.
 */
const PLANTED: [text: string, remedy: string, plant: (standIn: StandIn) => void][] = [
  ['The queue collect-yelp is missing', 'npm run deploy', ({ queues }) => void queues.delete('collect-yelp')],
  ['no cron trigger `* * * * *`', 'npm run deploy', (standIn) => void scriptOf(standIn).crons.pop()],
  ['no paid Workers plan', 'Plans', ({ subscriptions }) => void subscriptions.pop()],
  ['The binding COLLECT_YELP is missing', 'npm run deploy', (standIn) => unbind(standIn, 'COLLECT_YELP')],
  ['The binding DB is missing', 'npm run deploy', (standIn) => unbind(standIn, 'DB')],
  ['MFA_ENCRYPTION_KEY isn’t set', 'npm run deploy', (standIn) => unbind(standIn, 'MFA_ENCRYPTION_KEY')],
  ['PUSH_PRIVATE_JWK isn’t set', 'npm run deploy', (standIn) => unbind(standIn, 'PUSH_PRIVATE_JWK')],
  ['doesn’t begin with https', 'https address', set('APP_ORIGIN', 'http://reviews.example.com')],
  ['UPSTREAM_ORIGIN is set', 'secret delete', set('UPSTREAM_ORIGIN', 'http://127.0.0.1:1')],
  ['SCRYPT_COST makes passwords easy', 'Remove it', set('SCRYPT_COST', '16')],
  ['SESSION_SECRET_PREVIOUS is still set', 'secret delete', set('SESSION_SECRET_PREVIOUS', 'old')],
  ['GOOGLE_CLIENT_SECRET isn’t set', 'secret put GOOGLE_CLIENT_SECRET', set('GOOGLE_CLIENT_ID', 'id')],
  ['APPLE_TEAM_ID, APPLE_KEY_ID', 'secret put APPLE_TEAM_ID', set('APPLE_CLIENT_ID', 'id')],
  ['STRIPE_WEBHOOK_SECRET isn’t set', 'secret put', set('STRIPE_SECRET_KEY', 'sk_test_1')],
  ['STRIPE_SECRET_KEY is a test key', 'secret put STRIPE_SECRET_KEY', set('STRIPE_SECRET_KEY', 'sk_test_1')],
  ['MAIL_FROM isn’t set', 'docs/mail.md', () => {}],
  ['SUPPORT_EMAIL isn’t set', 'SUPPORT_EMAIL', () => {}],
  ['Nobody operates this instance', 'operator_link', () => {}],
  ['The tick has stopped', 'cron trigger', (standIn) => instance(standIn, 'tick_at = 1')],
  [
    'the last tick failed: alerts',
    'tick_part_failed',
    (standIn) => instance(standIn, `tick_faults = '["alerts"]'`),
  ],
  ['Yelp’s API: it is refused', 'YELP_API_KEY', (standIn) => instance(standIn, `probes = '${PROBES}'`)],
  ['Stripe: it has no price', 'docs/stripe.md', (standIn) => instance(standIn, `probes = '${PROBES}'`)],
  [
    'A queue has stopped',
    'consumer',
    (standIn) => insertInto(storeOf(standIn).store, 'scrape_runs', { status: 'queued', due_at: hourAgo() }),
  ],
  [
    '1 mails wait',
    'docs/mail.md',
    (standIn) => insertInto(storeOf(standIn).store, 'outgoing_mails', { due_at: 1, created_at: hourAgo() }),
  ],
  [
    '1 webhook endpoints wait',
    'webhooks',
    (standIn) => insertInto(storeOf(standIn).store, 'webhook_endpoints', { due_at: hourAgo() }),
  ],
  ['% full', 'larger', (standIn) => void Object.assign(storeOf(standIn), { bytes: 8_000_000_000 })],
]

const PROBES = '[{"name":"yelp","problem":"it is refused."},{"name":"stripe","problem":"it has no price."}]'
const hourAgo = () => Date.now() - 2 * HOUR_MS

function storeOf({ databases }: StandIn) {
  const [database] = [...databases.values()]
  if (!database) throw new Error('nothing is deployed')
  return database
}

function scriptOf({ scripts }: StandIn) {
  const [script] = [...scripts.values()]
  if (!script) throw new Error('nothing is deployed')
  return script
}

function liveOf(standIn: StandIn) {
  const { versions, live } = scriptOf(standIn)
  const version = versions.find(({ id }) => id === live)
  if (!version) throw new Error('nothing is live')
  return version
}

function unbind(standIn: StandIn, binding: string): void {
  const version = liveOf(standIn)
  version.bindings = version.bindings.filter(({ name }) => name !== binding)
}

function set(name: string, text: string) {
  return (standIn: StandIn) => {
    unbind(standIn, name)
    liveOf(standIn).bindings.push({ type: 'plain_text', name, text })
  }
}

function instance(standIn: StandIn, change: string): void {
  storeOf(standIn).store.exec(`UPDATE instance SET ${change}`)
}

test('a deployed instance has no faults, and each planted fault is found with its remedy', {
  timeout: SLOW_MS,
}, async () => {
  let isAnswering = 'live'
  const standIn = await startCloudflare({
    health: ({ id }) => ({
      status: 200,
      body: {
        ok: true,
        version: isAnswering === 'live' ? id : isAnswering,
        tick: { version: id, secondsAgo: 1 },
      },
    }),
  })
  expect(await deploy(standIn)).toMatchObject({ code: 0 })
  instance(standIn, `tick_at = ${Date.now()}, tick_version = 'v1'`)
  const healthy = await doctor(standIn)
  for (const [text] of PLANTED.filter(([, , plant]) => plant.length > 0))
    expect(healthy.said).not.toContain(text)
  expect(healthy.said).not.toContain('✗ broken')

  isAnswering = 'another version'
  for (const [, , plant] of PLANTED) plant(standIn)
  const { said, code } = await doctor(standIn)
  expect(code).toBe(1)
  for (const [text, remedy] of PLANTED) {
    expect(said).toContain(text)
    const after = said.slice(said.indexOf(text))
    expect(after.slice(0, after.indexOf('\n', after.indexOf('→')))).toContain(remedy)
  }
  expect(said).toMatch(/is answered by another version[^→]*→ Look at the address’s route/)
  expect(PLANTED.length).toBeGreaterThanOrEqual(25)

  // These faults hide others.
  const { store } = storeOf(standIn)
  store.exec("DELETE FROM d1_migrations WHERE name = '0016_operation.sql'")
  expect((await doctor(standIn)).said).toMatch(
    /Migrations are missing: 0016_operation.sql[^→]*→ npm run deploy/,
  )
  standIn.databases.clear()
  expect((await doctor(standIn)).said).toMatch(/database can’t be read[^→]*→ npm run deploy/)
  standIn.scripts.clear()
  expect((await doctor(standIn)).said).toMatch(/no worker review-dashboard[^→]*→ npm run deploy/)
  expect(standIn.unknown).toEqual([])
  await standIn.close()
})

test('a login without access to billing is told which plan is required', { timeout: SLOW_MS }, async () => {
  const standIn = await startCloudflare({
    refuse: ({ path }) => (path === '/subscriptions' ? 403 : undefined),
  })
  expect(await deploy(standIn)).toMatchObject({ code: 0 })
  const { said } = await doctor(standIn)
  expect(said).toMatch(/not set.*has to be Workers Paid/)
  await standIn.close()
})
