import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { WORKER_BUILD } from './build.ts'
import { modulesOf } from './bundle-worker.ts'
import { DATABASE_WORKER, localDatabase } from './local-database.ts'
import { printedLog } from './printed-log.ts'
import { ROOT } from './run.ts'

export interface LocalServerOptions {
  /** 0 takes any free port. */
  port: number
  /** Folder for the local D1's data. */
  stateDir: string
  /** Variables of the worker; they override those of wrangler.toml. */
  settings: Record<string, string>
  /** Called with the worker's output; by default `printedLog` selects what is printed. */
  onLog?: (line: string, level: string) => void
}

export interface LocalServer {
  origin: string
  database(): Promise<import('@cloudflare/workers-types').D1Database>
  /** Fires the cron trigger once. */
  tick(): Promise<void>
  close(): Promise<void>
}

/**
 * Runs the built worker in workerd, with the bindings of wrangler.toml: D1 on disk, queues, cron, static assets. The
 * same program as in production, listening on the port directly.
 */
export async function startServer(options: LocalServerOptions): Promise<LocalServer> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${ROOT}wrangler.toml`)
  const worker = {
    ...workerOptions,
    modulesRoot: WORKER_BUILD,
    modules: await modulesOf(WORKER_BUILD),
    bindings: { ...(workerOptions.bindings as Record<string, string>), ...options.settings },
  }
  // wrangler's result isn't typed.
  const d1Databases = workerOptions.d1Databases as Record<string, { id: string }>
  const toPrint = printedLog()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: options.port,
      resourcePersistencePath: `${options.stateDir}/v3`,
      unsafeTriggerHandlers: true,
      log: new Log(LogLevel.ERROR),
      // Otherwise it asks Cloudflare where this machine is.
      cf: false,
      handleStructuredLogs: ({ message, level }) => {
        if (options.onLog) return options.onLog(message, level)
        const line = toPrint(message, level)
        if (line !== null) console[level === 'error' ? 'error' : 'log'](line)
      },
      workers: [worker, { ...DATABASE_WORKER, d1Databases }],
    }),
  )
  const url = await miniflare.ready
  if (options.port !== 0 && Number(url.port) !== options.port) {
    await miniflare.dispose()
    throw new Error(`Port ${options.port} is taken. Stop what uses it, or choose another one with PORT=.`)
  }
  return {
    origin: url.origin,
    database: () => localDatabase(miniflare),
    async tick() {
      const scheduler = await miniflare.getWorker()
      await scheduler.scheduled({ cron: '* * * * *' })
    },
    close: () => miniflare.dispose(),
  }
}
