import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ROOT } from './run.ts'
import { newTokenKey } from './token-key.ts'

const FILE = `${ROOT}.dev.vars`
const SECRET_BYTES = 32
/** Settings with a different random value on every machine. */
const SECRETS = {
  SESSION_SECRET: newSecret,
  MFA_ENCRYPTION_KEY: newSecret,
  TOKEN_PRIVATE_JWK: newTokenKey,
  PUSH_PRIVATE_JWK: newTokenKey,
}

/** Further settings of a local machine; `npm start` replaces APP_ORIGIN by the port it listens on. */
const LOCAL = {
  ENVIRONMENT: 'local',
  APP_ORIGIN: 'http://localhost:8787',
  PUBLIC_COLLECTION: 'on',
  SUPPORT_EMAIL: 'support@review-dashboard.example',
}

/**
 * The local settings of `.dev.vars`. If missing, the file is created from the example, with random secrets; secrets
 * missing in an older file are added.
 */
export function localSettings(): Record<string, string> {
  const isNew = !existsSync(FILE)
  const before = readFileSync(isNew ? `${ROOT}.dev.vars.example` : FILE, 'utf8')
  let text = before
  const needed = { ...(isNew && LOCAL), ...SECRETS }
  for (const [name, value] of Object.entries(needed)) {
    if (new RegExp(`^${name}=`, 'm').test(text)) continue
    text = `${text.trimEnd()}\n${name}=${typeof value === 'string' ? value : value()}\n`
  }
  if (text !== before || isNew) writeFileSync(FILE, text, { mode: 0o600 })
  return valuesIn(text)
}

/** The settings of `.dev.vars`, unchanged. */
export function readSettings(): Record<string, string> {
  return valuesIn(readFileSync(FILE, 'utf8'))
}

function valuesIn(text: string): Record<string, string> {
  const lines = text.split('\n')
  const pairs = lines.map((line) => /^([A-Z0-9_]+)=(.*)$/.exec(line.trim())).filter((pair) => pair !== null)
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}
