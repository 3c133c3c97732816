import { type LocalServer, type LocalServerOptions, startServer } from '#scripts/local/server.ts'

/** A request of the parent to a server in a separate process. */
export type ServerRequest =
  | { number: number; does: 'tick' }
  | { number: number; does: 'query'; sql: string; values: unknown[] }

export type ServerReply =
  | { is: 'ready' }
  | { is: 'log'; line: string; level: string }
  | { is: 'answer'; number: number; rows: Record<string, unknown>[] }
  | { is: 'failure'; number: number; message: string }

function tell(reply: ServerReply): void {
  // The parent may be gone.
  if (process.connected) process.send?.(reply)
}

async function serve(server: LocalServer, request: ServerRequest): Promise<Record<string, unknown>[]> {
  if (request.does === 'tick') {
    await server.tick()
    return []
  }
  const database = await server.database()
  const { results } = await database
    .prepare(request.sql)
    .bind(...request.values)
    .all()
  return results
}

/** The program of the process: starts the product with the given options, and serves its parent. */
const options: LocalServerOptions = JSON.parse(process.argv[2] ?? '{}')
const server = await startServer({
  ...options,
  onLog: (line, level) => tell({ is: 'log', line, level }),
})
process.on('message', (request: ServerRequest) => {
  serve(server, request).then(
    (rows) => tell({ is: 'answer', number: request.number, rows }),
    (error: unknown) => tell({ is: 'failure', number: request.number, message: String(error) }),
  )
})
process.on('disconnect', () => server.close().finally(() => process.exit(0)))
tell({ is: 'ready' })
