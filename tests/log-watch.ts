/**
 * Content that must not be in any printed line, whatever a test does: credentials, other user input, and
 * texts by users. Edge tests check all of their lines (tests/edge/support/setup.ts), browser tests all lines
 * of the server they started (tests/browser/support/log-record.ts).
 */
const CANARIES: readonly RegExp[] = [
  // Passwords of all tests, which have one of these words before their number.
  /-(?:Lantern|Kettle|Ladder)-\d/i,
  /scrypt\$\d/,
  /@(?:example|demo)\.test/i,
  /[?&](?:token|code|state|access_token|id_token)=/,
  /\bBearer \S/i,
  /\beyJ[\w-]{8,}\./,
  // 32 random bytes in base64url: sessions, challenges, mailed links, states, verifiers, nonces, browser bindings.
  /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/,
  // Recovery codes, the secret of an authenticator app, and the app's codes.
  /(?<!\w)[A-Z2-7]{6}(?:-?[A-Z2-7]{6}){3}(?!\w)/,
  /(?<!\w)[A-Z2-7]{32}(?!\w)/,
  /(?<![\w.:-])\d{6}(?![\w.:-])/,
  // Addresses of the tests' networks.
  /\b(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d/,
  /\b2001:db8:/i,
  // Names and texts marked by tests.
  /canary/i,
]

/** Shorter texts may occur in a line by chance. */
const MIN_TEXT_CHARS = 8

/** Queries for all texts by users that are stored: reviews, former texts, replies, names. */
export const STORED_TEXTS: readonly string[] = [
  ['reviews', 'review_text'],
  ['reviews', 'author_name'],
  ['reviews', 'owner_response_text'],
  ['review_revisions', 'review_text'],
  ['review_responses', 'response_text'],
  ['profiles', 'full_name'],
].map(
  ([table, column]) =>
    `SELECT DISTINCT ${column} AS text FROM ${table} WHERE length(${column}) >= ${MIN_TEXT_CHARS}`,
)

/** Values of the secret settings; of the signing key only its private part. */
export function secretsIn(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !/SECRET|_KEY|_JWK/.test(name) || /_KEY_ID$/.test(name)) return []
    return /"d":"([^"]+)"/.exec(value)?.[1] ?? value
  })
}

/** Forbidden content of a line. */
export function leaksIn(line: string, secrets: readonly string[], texts: readonly string[] = []): string[] {
  return [
    ...CANARIES.flatMap((canary) => canary.exec(line)?.[0] ?? []),
    ...secrets.filter((secret) => line.includes(secret)).map(() => 'a secret of the settings'),
    ...texts.filter((text) => line.includes(JSON.stringify(text).slice(1, -1))),
  ]
}

/** Fault in a line's form; null for one line of JSON with an event and its time. */
export function formFault(line: unknown): string | null {
  if (typeof line !== 'string') return `not a text: ${String(line)}`
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line)) return `more than one line: ${line}`
  const { event, at } = fieldsOf(line)
  const isTime = typeof at === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at)
  return typeof event === 'string' && isTime ? null : `no JSON with an event and its time: ${line}`
}

function fieldsOf(line: string): { event?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}
