import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { buildWhereChanged } from './local/build.ts'
import { accounts, bookmarkOf, deployedNow, type Instance, instanceOf, upload } from './local/cloudflare.ts'
import { outputOf, run } from './local/run.ts'
import { newTokenKey } from './local/token-key.ts'

// Deploys to the account that wrangler is logged in to, for the first time or again. Each step checks what already
// exists, so an interrupted deployment can be continued.

const SECRET_BYTES = 32
const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
/** Generated if missing and never replaced, because stored data is encrypted with them. */
const SECRETS = {
  SESSION_SECRET: newSecret,
  MFA_ENCRYPTION_KEY: newSecret,
  TOKEN_PRIVATE_JWK: newTokenKey,
  PUSH_PRIVATE_JWK: newTokenKey,
}
const SECOND_MS = 1000
/** Interval between checks of the deployed worker; tests shorten it. */
const LOOK_MS = Number(process.env.LOOK_MS ?? 2 * SECOND_MS)
const NEW_VERSION_MS = 90 * SECOND_MS
/** A new cron trigger takes up to 15 minutes to take effect; existing ones fire every minute. */
const FIRST_TICK_MS = 16 * 60 * SECOND_MS
const NEXT_TICK_MS = 3 * 60 * SECOND_MS

interface Answer {
  status: number
  body: string
}

interface Health {
  ok: boolean
  version?: string
  tick?: { version: string; secondsAgo: number } | null
}

class Stop extends Error {}

async function deploy(instance: Instance): Promise<void> {
  await signIn()
  const before = await deployedNow(instance)
  console.log(
    before ? `Upgrading ${instance.worker}, version ${before.version} …` : `Deploying ${instance.worker} …`,
  )
  await buildWhereChanged()
  await migrate(instance, before !== null)

  const made = Object.entries(SECRETS).filter(([name]) => !before?.secrets.includes(name))
  const secrets = Object.fromEntries(made.map(([name, create]) => [name, create()]))
  const known = instance.vars.APP_ORIGIN ?? before?.vars.APP_ORIGIN
  let uploaded = await upload(instance, { secrets, vars: {} })
  const origin = known ?? uploaded.address
  if (!origin)
    throw new Stop(
      'Set APP_ORIGIN under [vars] of wrangler.toml to the address of your route, and deploy again.',
    )
  // The address is only known after the first upload; the worker refuses to serve until it is set.
  if (!known) uploaded = await upload(instance, { secrets: {}, vars: { APP_ORIGIN: origin } })

  try {
    await waitFor('the new version to answer', NEW_VERSION_MS, `${origin}/healthz`, (answer) => {
      const { ok, version } = healthIn(answer)
      return ok && version === uploaded.version
    })
    // Loads the code of screens, which /healthz doesn't need.
    await waitFor('its screens', NEW_VERSION_MS, `${origin}/login`, ({ status }) => status === 200)
    if (!before)
      console.log('The first tick can take up to 15 minutes on a fresh account. It is safe to press Ctrl-C.')
    await waitFor('its tick', before ? NEXT_TICK_MS : FIRST_TICK_MS, `${origin}/healthz`, (answer) => {
      const { ok, tick } = healthIn(answer)
      return ok && tick?.version === uploaded.version
    })
  } catch (error) {
    if (!before || !(error instanceof Stop)) throw error
    throw new Stop(`${error.message}\n${await goBack(instance, before.version)}`)
  }
  console.log(closing(origin, before !== null))
}

async function signIn(): Promise<void> {
  // CI sets these two. If the token is refused, the next step stops.
  if (process.env.CLOUDFLARE_API_TOKEN && process.env.CLOUDFLARE_ACCOUNT_ID) return
  let found = await accounts()
  if (!found && process.stdin.isTTY) {
    await run('wrangler', ['login'], { mayAsk: true })
    found = await accounts()
  }
  if (!found) throw new Stop('Log in first: `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.')
  if (process.env.CLOUDFLARE_ACCOUNT_ID || found.length < 2) return
  const list = found.map(({ name, id }, index) => `${index + 1}. ${name} (${id})`).join('\n')
  if (!process.stdin.isTTY) throw new Stop(`Set CLOUDFLARE_ACCOUNT_ID to one of these accounts:\n${list}`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${list}\nWhich account, by its number? `)
  terminal.close()
  const chosen = found[Number(answer) - 1]
  if (!chosen) throw new Stop('That is none of the accounts.')
  process.env.CLOUDFLARE_ACCOUNT_ID = chosen.id
}

async function migrate({ config, database, ...instance }: Instance, isUpgrade: boolean): Promise<void> {
  const bookmark = await bookmarkOf({ config, database, ...instance })
  if (!bookmark) await makeDatabase(config, database)
  else if (isUpgrade)
    console.log(
      `To go back to the data of this moment:\n  npx wrangler d1 time-travel restore ${database} --bookmark=${bookmark}`,
    )
  const { code, stdout, stderr } = await outputOf('wrangler', [
    ...['d1', 'migrations', 'apply', database, '--remote', '--config', config],
  ])
  if (code === 0) return
  throw new Stop(
    `${stdout}\n${stderr}\nA migration failed, and nothing was deployed. The platform undid that migration; those before it ` +
      `stay, and only add.${isUpgrade ? '\nThe version before goes on serving, with all of its data.' : ''}`,
  )
}

async function makeDatabase(config: string, database: string): Promise<void> {
  const { code, stdout, stderr } = await outputOf('wrangler', [
    ...['d1', 'create', database, '--config', config, '--update-config=false'],
  ])
  // wrangler's other output is left out: lines to paste into a configuration file, which aren't needed here.
  if (code !== 0) throw new Stop(`${stdout}\n${stderr}\nThe database could not be created.`)
  console.log(`Created the database ${database}.`)
}

/** Polls an address until its answer is the expected one. @throws Stop after `limitMs` */
async function waitFor(
  what: string,
  limitMs: number,
  address: string,
  isThere: (answer: Answer) => boolean,
): Promise<void> {
  const { pathname } = new URL(address)
  const url = process.env.HEALTH_ORIGIN ? process.env.HEALTH_ORIGIN + pathname : address
  console.log(`Waiting for ${what} …`)
  const until = Date.now() + Math.min(limitMs, Number(process.env.MAX_WAIT_MS ?? limitMs))
  let seen = 'nothing'
  while (Date.now() < until) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(10 * SECOND_MS) })
      const answer = { status: response.status, body: await response.text() }
      seen = `${answer.status} ${answer.body.slice(0, 200)}`
      if (isThere(answer)) return
    } catch (error) {
      seen = error instanceof Error ? error.message : String(error)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  throw new Stop(`Waited in vain for ${what}. The last answer of ${url}: ${seen}`)
}

/** Not ok if the answer isn't that of the worker. */
function healthIn({ body }: Answer): Health {
  try {
    return JSON.parse(body) as Health
  } catch {
    return { ok: false }
  }
}

async function goBack({ config }: Instance, version: string): Promise<string> {
  const why = 'The version after it did not pass its smoke test'
  const { code, stdout, stderr } = await outputOf('wrangler', [
    ...['rollback', version, '--yes', '--message', why, '--config', config],
  ])
  return code === 0
    ? `Version ${version} serves again, with all of its data. The migrations stay: they only add.`
    : `Going back to version ${version} failed, too:\n${stdout}\n${stderr}\nGo back by hand: npx wrangler rollback ${version}`
}

function closing(origin: string, isUpgrade: boolean): string {
  if (isUpgrade) return `Upgraded: ${origin}`
  return `
Deployed: ${origin}

Become its operator: open the link in the log's 'operator_link' line (Cloudflare's dashboard: Workers, Observability;
or \`npx wrangler tail\`). It appears every minute until somebody has used it.

Three things only a person can do, each where you want it:
  1. Mails: a domain that may send them     docs/mail.md
  2. Google: sign-in and owners' accounts   docs/google.md
  3. Stripe: selling the plans              docs/stripe.md`
}

const { values } = parseArgs({ options: { env: { type: 'string', default: 'production' } } })
try {
  await deploy(instanceOf(values.env))
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
