import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LocalServerOptions } from '#scripts/local/server.ts'
import { LogRecord } from './log-record.ts'
import type { ServerReply, ServerRequest } from './run-server.ts'

const PROGRAM = fileURLToPath(new URL('run-server.ts', import.meta.url))

type Row = Record<string, unknown>
type Asked = { does: 'tick' } | { does: 'query'; sql: string; values: unknown[] }

/**
 * The product in separate processes (Node and its workerd), which can be killed with signal 9 and restarted on the same
 * data and port.
 */
export class MortalServer {
  /** Output of the worker, over all restarts. */
  readonly log: LogRecord
  readonly #options: Omit<LocalServerOptions, 'onLog'>
  readonly #waiting = new Map<number, { resolve(rows: Row[]): void; reject(error: Error): void }>()
  #child: ChildProcess | null = null
  #asked = 0

  constructor(options: Omit<LocalServerOptions, 'onLog'>) {
    this.#options = options
    this.log = new LogRecord(options.settings)
  }

  /** @throws Error if the process ends before it is ready */
  async start(): Promise<void> {
    // In its own process group, so that one signal reaches workerd at the same time.
    const child = fork(PROGRAM, [JSON.stringify(this.#options)], {
      detached: true,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      child.on('message', (reply: ServerReply) => (reply.is === 'ready' ? resolve() : this.#hear(reply)))
      child.once('exit', (code, signal) => {
        this.#child = null
        const gone = new Error(`The server ended with ${signal ?? code}.`)
        for (const { reject: fail } of this.#waiting.values()) fail(gone)
        this.#waiting.clear()
        reject(gone)
      })
    })
  }

  /** Kills Node and workerd at once, whatever they are doing. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child?.pid) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    process.kill(-child.pid, 'SIGKILL')
    await gone
  }

  /** Fires cron once. @throws Error if the server dies meanwhile */
  async tick(): Promise<void> {
    await this.#ask({ does: 'tick' })
  }

  /** @throws Error if the server dies meanwhile */
  query<T = Row>(sql: string, ...values: unknown[]): Promise<T[]> {
    // The caller names the columns it selects.
    return this.#ask({ does: 'query', sql, values }) as Promise<T[]>
  }

  #ask(asked: Asked): Promise<Row[]> {
    this.#asked += 1
    const request: ServerRequest = { ...asked, number: this.#asked }
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.number, { resolve, reject })
      if (!this.#child) reject(new Error('The server is not running.'))
      this.#child?.send(request, (error) => error && reject(error))
    })
  }

  #hear(reply: Exclude<ServerReply, { is: 'ready' }>): void {
    if (reply.is === 'log') {
      this.log.note(reply.line, reply.level)
      return
    }
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    if (reply.is === 'answer') waiting?.resolve(reply.rows)
    else waiting?.reject(new Error(reply.message))
  }
}
