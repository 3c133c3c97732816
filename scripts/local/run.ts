import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Script files of the packages' commands, to run them on this same Node. */
export const COMMANDS = {
  remix: 'node_modules/@remix-run/dev/dist/cli.js',
  wrangler: 'node_modules/wrangler/bin/wrangler.js',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript-7/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
} as const

/** Caches compiled code: wrangler is one file of 15 MB, and this cuts the start of each command by a quarter. */
const COMMAND_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  NODE_COMPILE_CACHE: `${ROOT}node_modules/.cache/node-compile`,
}

interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command of the project to its end and returns what it printed, whatever its exit code. */
export async function outputOf(command: keyof typeof COMMANDS, args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [`${ROOT}${COMMANDS[command]}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...COMMAND_ENV, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    }),
  ])
  return { code, stdout, stderr }
}

interface RunOptions {
  env?: Record<string, string>
  /** When to print the command's output; live by default. */
  output?: 'live' | 'at the end' | 'if it fails'
  /** Lets the command ask the person at the terminal. */
  mayAsk?: boolean
}

/**
 * Runs a command of the project to its end.
 *
 * @throws Error if its exit code isn't 0
 */
export async function run(
  command: keyof typeof COMMANDS,
  args: string[],
  { env, output = 'live', mayAsk = false }: RunOptions = {},
): Promise<void> {
  const child = spawn(process.execPath, [`${ROOT}${COMMANDS[command]}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...COMMAND_ENV, ...env },
    stdio:
      output === 'live' ? [mayAsk ? 'inherit' : 'ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  const printed: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (output === 'at the end' || code !== 0) process.stdout.write(Buffer.concat(printed))
  if (code === 0) return
  throw new Error(`${command} ${args[0] ?? ''} ended with ${code}`)
}
