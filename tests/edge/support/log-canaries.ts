import { env } from 'cloudflare:test'

/** Every text that tests store or send and that no log line may show: what people type, and what opens something. */
const CANARIES: readonly RegExp[] = [
  // The passwords of all tests end in a number of two digits behind two words.
  /\b[A-Z][a-z]+-(?:Lantern|Kettle|Ladder)-\d+/,
  /scrypt\$\d/,
  /@(?:example|demo)\.test/i,
  /[?&]token=/,
  /the words of canary/,
  /\bBearer \S/,
  /eyJ[\w-]{20,}\.eyJ/,
]

const SECRETS = ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK', 'GOOGLE_CLIENT_SECRET'] as const

/** The parts of a log line that should not be there. */
export function leaksIn(line: string): string[] {
  const found = CANARIES.flatMap((canary) => canary.exec(line)?.[0] ?? [])
  const secrets = SECRETS.filter((name) => {
    const value = env[name]
    return typeof value === 'string' && value.length > 10 && line.includes(value)
  })
  return [...found, ...secrets]
}
