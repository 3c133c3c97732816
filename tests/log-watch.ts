/**
 * What no line that the product prints may hold, whatever a test does: what people type, what opens something, and what
 * people wrote. Edge tests look at every line of theirs (tests/edge/support/setup.ts), browser tests at every line of the
 * server they started (tests/browser/support/log-record.ts).
 */
const CANARIES: readonly RegExp[] = [
  // The passwords of all tests have one of these words before their number.
  /-(?:Lantern|Kettle|Ladder)-\d/i,
  /scrypt\$\d/,
  /@(?:example|demo)\.test/i,
  /[?&](?:token|code|state|access_token|id_token)=/,
  /\bBearer \S/i,
  /\beyJ[\w-]{8,}\./,
  // 32 random bytes in base64url: sessions, challenges, mailed links, states, verifiers, nonces, browser bindings.
  /(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])/,
  // Recovery codes, the secret of an authenticator app, and the digits that the app shows.
  /(?<!\w)[A-Z2-7]{6}(?:-?[A-Z2-7]{6}){3}(?!\w)/,
  /(?<!\w)[A-Z2-7]{32}(?!\w)/,
  /(?<![\w.:-])\d{6}(?![\w.:-])/,
  // Addresses of the networks that tests call from.
  /\b(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d/,
  /\b2001:db8:/i,
  // Names and texts that tests mark.
  /canary/i,
]

/** A shorter text may stand in a line by chance. */
const MIN_TEXT_CHARS = 8

/** Everything that people wrote and that the store guard: reviews, former texts, answers, names. */
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

/** The values of the settings that are secrets, and of the key that signs its private part alone. */
export function secretsIn(settings: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !/SECRET|_KEY|_JWK/.test(name) || /_KEY_ID$/.test(name)) return []
    return /"d":"([^"]+)"/.exec(value)?.[1] ?? value
  })
}

/** The parts of a line that should not be there. */
export function leaksIn(line: string, secrets: readonly string[], texts: readonly string[] = []): string[] {
  return [
    ...CANARIES.flatMap((canary) => canary.exec(line)?.[0] ?? []),
    ...secrets.filter((secret) => line.includes(secret)).map(() => 'a secret of the settings'),
    ...texts.filter((text) => line.includes(JSON.stringify(text).slice(1, -1))),
  ]
}

/** What is wrong with the form of a line; null for one line of JSON that says what happened, and when. */
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
