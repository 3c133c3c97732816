import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { type Call, startCloudflare } from '#tests/upstream/cloudflare.ts'
import { deploy, deployedBefore, MIGRATIONS, type StandIn, writes } from './support/deploying.ts'

const SECRETS = ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK', 'PUSH_PRIVATE_JWK']
const QUEUES = [
  ...['collect-google', 'collect-yelp', 'collect-facebook', 'collect-tripadvisor', 'collect-dead'],
  ...['webhooks', 'read-reviews'],
]
const SLOW_MS = 300_000

/** Everything an instance needs is there, each thing once. */
function expectComplete(standIn: StandIn, name = 'review-dashboard', suffix = ''): void {
  const script = standIn.scripts.get(name)
  const live = script?.versions.find(({ id }) => id === script.live)
  expect([...(script?.secrets.keys() ?? [])].sort()).toEqual([...SECRETS].sort())
  expect(script?.crons).toEqual(['* * * * *'])
  expect(live?.bindings.find((binding) => binding.name === 'APP_ORIGIN')?.text).toBe(
    `https://${name}.stand-in.workers.dev`,
  )
  const stores = [...standIn.databases.values()].filter((one) => one.name === name)
  expect(stores).toHaveLength(1)
  expect(stores[0]?.store.prepare('SELECT name FROM d1_migrations ORDER BY name').all()).toEqual(
    MIGRATIONS.map((file) => ({ name: file })),
  )
  for (const queue of QUEUES) expect(standIn.queues.get(`${queue}${suffix}`)?.consumers).toHaveLength(1)
  expect(standIn.unknown).toEqual([])
}

const secretsOf = (standIn: StandIn) => new Map(standIn.scripts.get('review-dashboard')?.secrets)

test('deployed twice from a bare clone, with nothing written into the clone', {
  timeout: SLOW_MS,
}, async () => {
  const clone = mkdtempSync(join(tmpdir(), 'review-dashboard-clone-'))
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  const standIn = await startCloudflare()
  const first = await deploy(standIn, { cwd: clone })
  expect(first).toMatchObject({ code: 0 })
  expect(first.said).toContain('Deployed: https://review-dashboard.stand-in.workers.dev')
  for (const page of ['docs/mail.md', 'docs/google.md', 'docs/stripe.md']) expect(first.said).toContain(page)
  expectComplete(standIn)
  const secrets = secretsOf(standIn)
  for (const secret of secrets.values()) expect(first.said).not.toContain(secret)

  const second = await deploy(standIn, { cwd: clone })
  expect(second).toMatchObject({ code: 0 })
  expect(second.said).toContain('Upgraded: https://review-dashboard.stand-in.workers.dev')
  expect(second.said).toContain('npx wrangler d1 time-travel restore review-dashboard --bookmark=bookmark-')
  expectComplete(standIn)
  expect(secretsOf(standIn)).toEqual(secrets)
  expect(
    execFileSync('git', ['status', '--porcelain', '--ignored=no'], { cwd: clone, encoding: 'utf8' }),
  ).toBe('')
  await standIn.close()
  rmSync(clone, { recursive: true, force: true })
})

const STEPS: [string, (call: Call) => boolean][] = [
  ['the database', ({ method, path }) => method === 'POST' && path === '/d1/database'],
  ['the fifth migration', ({ method, path }) => method === 'POST' && path.endsWith('/query')],
  ['the files', ({ path }) => path.endsWith('/assets-upload-session')],
  ['a queue', ({ method, path }) => method === 'POST' && path === '/queues'],
  ['the upload', ({ method, path }) => method === 'PUT' && path === '/workers/scripts/review-dashboard'],
  ['the address', ({ method, path }) => method === 'POST' && path.endsWith('/subdomain')],
  ['the cron trigger', ({ path }) => path.endsWith('/schedules')],
  ['a consumer', ({ method, path }) => method === 'POST' && path.endsWith('/consumers')],
  ['the second upload', ({ method, path }) => method === 'POST' && path.endsWith('/versions')],
  ['traffic to it', ({ method, path }) => method === 'POST' && path.endsWith('/deployments')],
]

test.each(STEPS)(
  '%s fails half-way: the next try goes on and makes nothing twice',
  { timeout: SLOW_MS },
  async (name, isStep) => {
    let isBroken = true
    let met = 0
    const standIn = await startCloudflare({
      refuse: (call) => {
        if (!isBroken || !isStep(call)) return undefined
        met += 1
        // The migrations before it have been applied.
        return name === 'the fifth migration' && met < 8 ? undefined : 400
      },
    })
    expect((await deploy(standIn)).code).toBe(1)
    expect(met).toBeGreaterThan(0)
    const secrets = secretsOf(standIn)
    isBroken = false
    expect(await deploy(standIn)).toMatchObject({ code: 0 })
    expectComplete(standIn)
    for (const [secret, value] of secrets) expect(secretsOf(standIn).get(secret)).toBe(value)
    await standIn.close()
  },
)

test('the upload whose answer is lost keeps its secrets', { timeout: SLOW_MS }, async () => {
  let isLost = false
  const standIn = await startCloudflare({
    loseAnswer: ({ method, path }) => {
      if (isLost || method !== 'PUT' || path !== '/workers/scripts/review-dashboard') return false
      isLost = true
      return true
    },
  })
  await deploy(standIn)
  const secrets = secretsOf(standIn)
  expect(secrets.size).toBe(SECRETS.length)
  expect(await deploy(standIn)).toMatchObject({ code: 0 })
  expect(secretsOf(standIn)).toEqual(secrets)
  await standIn.close()
})

test('a version that does not pass its smoke test goes back', { timeout: SLOW_MS }, async () => {
  const { standIn, version } = await deployedBefore({
    health: ({ id }) => ({ status: id === version ? 200 : 500, body: { ok: id === version, version: id } }),
  })
  const { code, said } = await deploy(standIn)
  expect(code).toBe(1)
  expect(said).toContain('Waited in vain for the new version to answer')
  expect(said).toContain(`Version ${version} serves again, with all of its data.`)
  expect(standIn.scripts.get('review-dashboard')?.live).toBe(version)
  await standIn.close()
})

test('an answer that is lost is no fresh account: nothing is made', { timeout: SLOW_MS }, async () => {
  const { standIn, version } = await deployedBefore({
    refuse: ({ path }) => (path.endsWith('/deployments') ? 403 : undefined),
  })
  expect((await deploy(standIn)).code).toBe(1)
  expect(writes(standIn.calls)).toEqual([])
  expect(standIn.scripts.get('review-dashboard')?.live).toBe(version)
  await standIn.close()
})

test('a second instance beside the first shares nothing with it', { timeout: SLOW_MS }, async () => {
  const standIn = await startCloudflare()
  expect((await deploy(standIn)).code).toBe(0)
  const production = secretsOf(standIn)
  expect((await deploy(standIn, { args: ['--env', 'staging'] })).code).toBe(0)
  expectComplete(standIn)
  expectComplete(standIn, 'review-dashboard-staging', '-staging')
  expect(secretsOf(standIn)).toEqual(production)
  const staging = standIn.scripts.get('review-dashboard-staging')?.secrets
  for (const name of SECRETS) expect(staging?.get(name)).not.toBe(production.get(name))
  await standIn.close()
})
