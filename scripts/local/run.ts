import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Script files of the packages' commands, to run them on this same Node. */
export const COMMANDS = {
  remix: 'node_modules/@remix-run/dev/dist/cli.js',
  wrangler: 'node_modules/wrangler/bin/wrangler.js',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
} as const

interface RunOptions {
  env?: Record<string, string>
  /** When to print the command's output; live by default. */
  output?: 'live' | 'at the end' | 'if it fails'
}

/**
 * Runs a command of the project to its end.
 *
 * @throws Error if its exit code isn't 0
 */
export async function run(
  command: keyof typeof COMMANDS,
  args: string[],
  { env, output = 'live' }: RunOptions = {},
): Promise<void> {
  const child = spawn(process.execPath, [`${ROOT}${COMMANDS[command]}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', ...env },
    stdio: output === 'live' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
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
