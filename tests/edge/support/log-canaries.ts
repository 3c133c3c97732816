import { env } from 'cloudflare:test'
import * as log from '#tests/log-watch.ts'

const SECRETS = log.secretsIn(env as unknown as Record<string, unknown>)

/** The parts of a log line that must not be there: secrets from the test settings, and marked texts. */
export function leaksIn(line: string, texts: readonly string[] = []): string[] {
  return log.leaksIn(line, SECRETS, texts)
}

/** User texts that the database contains now. */
export async function storedTexts(): Promise<string[]> {
  const answers = await env.DB.batch<{ text: string }>(log.STORED_TEXTS.map((sql) => env.DB.prepare(sql)))
  return answers.flatMap(({ results }) => results.map(({ text }) => text))
}
