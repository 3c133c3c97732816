import type { D1Database } from '@cloudflare/workers-types'
import { formFault, leaksIn, STORED_TEXTS, secretsIn } from '#tests/log-watch.ts'

/** All that a server printed in a test file. */
export class LogRecord {
  /** What the worker reported as faults. */
  readonly faults: string[] = []
  readonly #lines: string[] = []
  readonly #secrets: readonly string[]

  constructor(settings: Readonly<Record<string, string>>) {
    this.#secrets = secretsIn(settings)
  }

  note(line: string, level: string): void {
    this.#lines.push(line)
    if (level === 'error' || level === 'warn') this.faults.push(line)
  }

  /**
   * To be asked when the tests are over.
   *
   * @param query what people wrote is read with it: reviews, answers, names
   * @throws Error naming what should not have been printed
   */
  async requireClean(query: (sql: string) => Promise<Record<string, unknown>[]>): Promise<void> {
    const answers = await Promise.all(STORED_TEXTS.map(query))
    const texts = answers.flat().map(({ text }) => String(text))
    const wrong = this.#lines.map(formFault).filter(Boolean)
    const leaks = this.#lines.flatMap((line) => leaksIn(line, this.#secrets, texts))
    if (wrong.length + leaks.length > 0) {
      throw new Error(
        `The server's log is not clean.\n${[...wrong, ...leaks.map((leak) => `shows: ${leak}`)].join('\n')}`,
      )
    }
  }
}

/** Reads a store for `requireClean`. */
export function queryOf(database: D1Database) {
  return async (sql: string): Promise<Record<string, unknown>[]> =>
    (await database.prepare(sql).all()).results
}
