import type { D1Database } from '@cloudflare/workers-types'
import { formFault, leaksIn, STORED_TEXTS, secretsIn } from '#tests/log-watch.ts'

/** Everything that a server printed during a test file. */
export class LogRecord {
  /** Faults reported by the worker. */
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
   * Call it after the tests.
   *
   * @param query reads user content: reviews, replies, names
   * @throws Error that lists what must not be printed
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
