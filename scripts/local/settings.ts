import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from './run.ts'
import { newTokenKey } from './token-key.ts'

const FILE = `${ROOT}.dev.vars`
const SECRET_BYTES = 32
/** Settings with a random value of their own on every machine. */
const SECRETS = {
  SESSION_SECRET: newSecret,
  MFA_ENCRYPTION_KEY: newSecret,
  TOKEN_PRIVATE_JWK: newTokenKey,
  PUSH_PRIVATE_JWK: newTokenKey,
}

/**
 * The local settings of `.dev.vars`. If missing, the file is created from the example, with random secrets; secrets
 * missing in an older file are added.
 */
export function localSettings(): Record<string, string> {
  const isNew = !existsSync(FILE)
  const before = readFileSync(isNew ? `${ROOT}.dev.vars.example` : FILE, 'utf8')
  let text = before
  for (const [name, create] of Object.entries(SECRETS)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    const secret = `${name}=${create()}`
    if (!line.test(text)) text = `${text.trimEnd()}\n${secret}\n`
    else if (isNew) text = text.replace(line, secret)
  }
  if (text !== before || isNew) writeFileSync(FILE, text, { mode: 0o600 })
  const lines = text.split('\n')
  const pairs = lines.map((line) => /^([A-Z0-9_]+)=(.*)$/.exec(line.trim())).filter((pair) => pair !== null)
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}
