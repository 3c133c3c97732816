import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWhereChanged } from '#scripts/local/build.ts'
import { ROOT } from '#scripts/local/run.ts'
import { type Call, startCloudflare } from '#tests/upstream/cloudflare.ts'
import { deploy, deployedBefore, MIGRATIONS, type StandIn, writes } from './support/deploying.ts'

const SECRETS = ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK', 'PUSH_PRIVATE_JWK']
const QUEUES = [
  ...['collect-google', 'collect-yelp', 'collect-facebook', 'collect-tripadvisor', 'collect-dead'],
  ...['webhooks', 'read-reviews'],
]
const SLOW_MS = 300_000

/** Checks that everything an instance needs exists exactly once. */
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
  const parts = ['index.js', 'part-core.js', 'part-pages.js', 'part-screens.js', 'part-work.js']
  expect(live?.files?.toSorted()).toEqual(parts.flatMap((part) => [part, `${part}.map`]))
  for (const queue of QUEUES) expect(standIn.queues.get(`${queue}${suffix}`)?.consumers).toHaveLength(1)
  expect(standIn.unknown).toEqual([])
}

const secretsOf = (standIn: StandIn) => new Map(standIn.scripts.get('review-dashboard')?.secrets)

test('a bare clone deploys twice, and nothing is written into the clone', {
  timeout: SLOW_MS,
}, async () => {
  const clone = mkdtempSync(join(tmpdir(), 'review-dashboard-clone-'))
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'))
  // Reuse the build if no source file has changed; otherwise the clone makes its own.
  await buildWhereChanged()
  cpSync(join(ROOT, 'build'), join(clone, 'build'), { recursive: true })
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

/** The steps of a deployment in order; each run reaches the one that fails. */
const STEPS: [string, (call: Call) => boolean][] = [
  ['the database', ({ method, path }) => method === 'POST' && path === '/d1/database'],
  ['the fifth migration', ({ method, path }) => method === 'POST' && path.endsWith('/query')],
  ['the files', ({ path }) => path.endsWith('/assets-upload-session')],
  ['a queue', ({ method, path }) => method === 'POST' && path === '/queues'],
  ['the upload', isFirstUpload],
  ['the answer to the upload', isFirstUpload],
  ['the second upload', ({ method, path }) => method === 'POST' && path.endsWith('/versions')],
  ['traffic to it', ({ method, path }) => method === 'POST' && path.endsWith('/deployments')],
  ['the address', ({ method, path }) => method === 'POST' && path.endsWith('/subdomain')],
  ['a consumer', ({ method, path }) => method === 'POST' && path.endsWith('/consumers')],
  ['the cron trigger', ({ path }) => path.endsWith('/schedules')],
]

function isFirstUpload({ method, path }: Call): boolean {
  return method === 'PUT' && path === '/workers/scripts/review-dashboard'
}

test('a run after a failed step continues there and creates nothing twice', {
  timeout: SLOW_MS,
}, async () => {
  let failing = STEPS[0]
  let met = 0
  const isFailing = (call: Call) => {
    if (!failing?.[1](call)) return false
    met += 1
    // The earlier migrations have been applied.
    return failing[0] !== 'the fifth migration' || met >= 8
  }
  const standIn = await startCloudflare({
    refuse: (call) => (failing?.[0] !== 'the answer to the upload' && isFailing(call) ? 400 : undefined),
    loseAnswer: (call) => failing?.[0] === 'the answer to the upload' && isFailing(call),
  })
  let secrets = secretsOf(standIn)
  for (const step of STEPS) {
    failing = step
    met = 0
    expect(await deploy(standIn), step[0]).toMatchObject({ code: 1 })
    expect(met, step[0]).toBeGreaterThan(0)
    // Data may be sealed with secrets as soon as they exist.
    for (const [name, value] of secrets) expect(secretsOf(standIn).get(name)).toBe(value)
    secrets = secretsOf(standIn)
  }
  failing = undefined
  expect(await deploy(standIn)).toMatchObject({ code: 0 })
  expectComplete(standIn)
  expect(secretsOf(standIn)).toEqual(secrets)

  // A second instance shares nothing with the first.
  expect(await deploy(standIn, { args: ['--env', 'staging'] })).toMatchObject({ code: 0 })
  expectComplete(standIn)
  expectComplete(standIn, 'review-dashboard-staging', '-staging')
  expect(secretsOf(standIn)).toEqual(secrets)
  const staging = standIn.scripts.get('review-dashboard-staging')?.secrets
  for (const name of SECRETS) expect(staging?.get(name)).not.toBe(secrets.get(name))
  await standIn.close()
})

test('a version that fails its smoke test is rolled back', { timeout: SLOW_MS }, async () => {
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

test('a version whose screens fail is rolled back', { timeout: SLOW_MS }, async () => {
  const { standIn, version } = await deployedBefore({
    screenStatus: (live) => (live?.id === version ? 200 : 500),
  })
  const { code, said } = await deploy(standIn)
  expect(code).toBe(1)
  expect(said).toContain('Waited in vain for its screens')
  expect(standIn.scripts.get('review-dashboard')?.live).toBe(version)
  await standIn.close()
})

test('a refused look-up of deployments does not count as a fresh account, and nothing is created', {
  timeout: SLOW_MS,
}, async () => {
  const { standIn, version } = await deployedBefore({
    refuse: ({ path }) => (path.endsWith('/deployments') ? 403 : undefined),
  })
  expect((await deploy(standIn)).code).toBe(1)
  expect(writes(standIn.calls)).toEqual([])
  expect(standIn.scripts.get('review-dashboard')?.live).toBe(version)
  await standIn.close()
})
