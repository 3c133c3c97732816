import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { modulesOf } from '#scripts/local/bundle-worker.ts'
import { ROOT } from '#scripts/local/run.ts'
import { cpuOf, workerdChildren } from './measure/cpu.ts'

export interface WorkerdOptions {
  /** Folder of its D1's data, shared by all workers. */
  stateDir: string
  /** Folder of each bundle by worker name. */
  workers: Record<string, string>
  settings: Record<string, string>
}

/** One workerd process. Every worker in it listens on its own socket, without a proxy. */
export interface Workerd {
  appOrigin: string
  url(worker: string): string
  /** Processor time since its start; null if the system doesn't report it. */
  cpuMs(): number | null
  close(): Promise<void>
}

/** Starts the bundles with the database and the queue producers of wrangler.toml, without assets, cron and consumers. */
export async function startWorkerd({ stateDir, workers, settings }: WorkerdOptions): Promise<Workerd> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${ROOT}wrangler.toml`)
  const { assets: _, ...options } = workerOptions
  const names = Object.keys(workers)
  const entries = Object.entries(workers).map(async ([name, folder]) => ({
    ...options,
    name,
    cronTriggers: [],
    queueConsumers: {},
    bindings: { ...(options.bindings as Record<string, string>), ...settings },
    modulesRoot: folder,
    modules: await modulesOf(folder),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  }))
  const before = workerdChildren()
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: `${stateDir}/v3`,
      log: new Log(LogLevel.ERROR),
      cf: false,
      handleStructuredLogs: ({ message, level }) => {
        if (level === 'error') console.error(message)
      },
      workers: await Promise.all(entries),
    }),
  )
  await miniflare.ready
  const pid = workerdChildren().find((child) => !before.includes(child))
  const urls = new Map<string, string>()
  for (const name of names) urls.set(name, (await miniflare.unsafeGetDirectURL(name)).origin)
  return {
    appOrigin: settings.APP_ORIGIN ?? '',
    url(worker) {
      const url = urls.get(worker)
      if (!url) throw new Error(`No worker is named ${worker}.`)
      return url
    },
    cpuMs: () => (pid === undefined ? null : cpuOf(pid)),
    close: () => miniflare.dispose(),
  }
}
