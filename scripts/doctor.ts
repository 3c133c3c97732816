import { existsSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { stateOf, stateSql } from '#worker/operation/state.ts'
import { type Fault, type Severity, settingFaults, stateFaults } from '#worker/rules/operation.ts'
import {
  accountFacts,
  accounts,
  bindingsOf,
  type Deployed,
  deployedNow,
  type Instance,
  instanceOf,
  missingQueues,
  queryDeployed,
} from './local/cloudflare.ts'
import { ROOT } from './local/run.ts'
import { readSettings } from './local/settings.ts'

// Reports what is missing, wrong or weak on this machine and on the deployed instance, and what to do about it.

const MARKS: Record<Severity, string> = { broken: '✗ broken ', wrong: '! wrong  ', missing: '· not set' }
const LOGIN = 'npx wrangler login, or set CLOUDFLARE_API_TOKEN'
const TIMEOUT_MS = 10_000

function fault(id: string, severity: Severity, text: string, remedy: string): Fault {
  return { id, severity, text, remedy }
}

/** Faults in this machine's settings; an owner's optional settings aren't required here. */
function localFaults(instance: Instance): Fault[] {
  const bindings = bindingsOf(instance)
  if (!existsSync(`${ROOT}.dev.vars`))
    return [
      fault('dev-vars', 'missing', 'There is no .dev.vars yet.', '`npm start` makes it.'),
      ...settingFaults({ variables: {}, bindings }).filter(({ id }) => id.startsWith('binding:')),
    ]
  return settingFaults({ variables: readSettings(), bindings }).filter(
    ({ severity }) => severity !== 'missing',
  )
}

async function deployedFaults(instance: Instance): Promise<Fault[]> {
  const found = await accounts()
  if (!found)
    return [fault('login', 'missing', 'The deployed instance wasn’t looked at: nobody is logged in.', LOGIN)]
  if (found.length > 1 && !process.env.CLOUDFLARE_ACCOUNT_ID)
    return [
      fault('account', 'wrong', 'There are several accounts.', 'Set CLOUDFLARE_ACCOUNT_ID to one of them.'),
    ]
  const deployed = await deployedNow(instance)
  if (!deployed)
    return [fault('worker', 'broken', `There is no worker ${instance.worker}.`, 'npm run deploy')]
  const queues = await missingQueues(instance)
  const account = process.env.CLOUDFLARE_ACCOUNT_ID ?? found[0]?.id ?? ''
  return [
    ...queues.map((name) =>
      fault(`queue:${name}`, 'broken', `The queue ${name} is missing.`, 'npm run deploy'),
    ),
    ...(await accountFaults(instance, account)),
    ...settingFaults({ variables: variablesOf(instance, deployed), bindings: deployed.bindings }),
    ...(await healthFaults(deployed)),
    ...(await storeFaults(instance, deployed)),
  ]
}

async function accountFaults(instance: Instance, account: string): Promise<Fault[]> {
  const { crons, plans } = await accountFacts(instance, account)
  const faults = instance.crons
    .filter((cron) => !crons.includes(cron))
    .map((cron) =>
      fault(`cron:${cron}`, 'broken', `The worker has no cron trigger \`${cron}\`.`, 'npm run deploy'),
    )
  const upgrade =
    'Cloudflare’s dashboard: Workers & Pages, Plans. The free plan’s 10 ms of CPU time aren’t enough to check a password.'
  if (plans === null)
    faults.push(
      fault(
        'plan-unseen',
        'missing',
        'This login can’t see the account’s plan; it has to be Workers Paid.',
        upgrade,
      ),
    )
  else if (!plans.some((name) => /workers/i.test(name)))
    faults.push(fault('plan', 'wrong', 'The account has no paid Workers plan.', upgrade))
  return faults
}

/** Variables of an instance. Secrets' values can't be read, only their names. */
function variablesOf({ vars }: Instance, deployed: Deployed): Record<string, string> {
  const secrets = deployed.secrets.map((name) => [name, `${name}: a value that nobody can read from outside`])
  return { ...vars, ...deployed.vars, ...Object.fromEntries(secrets) }
}

async function healthFaults({ vars, version }: Deployed): Promise<Fault[]> {
  const origin = process.env.HEALTH_ORIGIN ?? vars.APP_ORIGIN
  if (!origin) return []
  try {
    const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const health = (await answer.json()) as { version?: string }
    if (health.version === version) return []
    return [
      fault(
        'version',
        'wrong',
        `${origin} is answered by another version or worker.`,
        'Look at the address’s route in Cloudflare’s dashboard, then `npm run deploy`.',
      ),
    ]
  } catch {
    return [
      fault(
        'health',
        'broken',
        `${origin}/healthz doesn’t answer as it should.`,
        'The worker’s log says why: a refused setting is named there. `npx wrangler tail`',
      ),
    ]
  }
}

async function storeFaults(instance: Instance, { vars }: Deployed): Promise<Fault[]> {
  const now = Date.now()
  try {
    const { results } = await queryDeployed<{ name: string }>(instance, 'SELECT name FROM d1_migrations')
    const applied = new Set(results.map(({ name }) => name))
    const pending = readdirSync(`${ROOT}migrations`).filter(
      (file) => file.endsWith('.sql') && !applied.has(file),
    )
    if (pending.length > 0)
      return [
        fault('migrations', 'broken', `Migrations are missing: ${pending.join(', ')}.`, 'npm run deploy'),
      ]
    const { sql, params } = new SQLiteSyncDialect().sqlToQuery(stateSql(now))
    const values = [...params]
    const answer = await queryDeployed<never>(
      instance,
      sql.replaceAll('?', () => String(Number(values.shift()))),
    )
    const settings = { FACEBOOK_CLIENT_ID: vars.FACEBOOK_CLIENT_ID }
    return stateFaults(stateOf({ settings, now: () => now }, answer))
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return [fault('store', 'broken', `The database can’t be read. ${said}`, 'npm run deploy')]
  }
}

const { values } = parseArgs({ options: { env: { type: 'string', default: 'production' } } })
const instance = instanceOf(values.env)
let isFine = true
for (const [title, faults] of [
  ['This machine', localFaults(instance)],
  [`Deployed: ${instance.worker}`, await deployedFaults(instance)],
] as const) {
  console.log(`\n${title}`)
  if (faults.length === 0) console.log('  Nothing is missing or wrong.')
  for (const { severity, text, remedy } of faults) {
    console.log(`  ${MARKS[severity]}  ${text}\n             → ${remedy}`)
    if (severity !== 'missing') isFine = false
  }
}
process.exitCode = isFine ? 0 : 1
