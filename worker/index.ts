import type {
  ExecutionContext,
  ForwardableEmailMessage,
  MessageBatch,
  ScheduledController,
} from '@cloudflare/workers-types'
import { backgroundContext } from './background-context.ts'
import type { CollectMessage, Env } from './env.ts'
import { createApp } from './http/app.ts'

const app = createApp(() => import('../build/server/index.js'))

/** An isolate loads most of the code with the first request that needs it (docs/decisions/0119-a-worker-in-parts.md). */
export default {
  fetch: (request: Request, env: Env, execution: ExecutionContext) => app.fetch(request, env, execution),
  async scheduled(_controller: ScheduledController, env: Env) {
    const { tick } = await import('./background.ts')
    await tick(backgroundContext(env))
  },
  async queue(batch: MessageBatch<CollectMessage>, env: Env) {
    const { consume, consumeDead } = await import('./background.ts')
    const handle = batch.queue.startsWith('collect-dead') ? consumeDead : consume
    await handle(backgroundContext(env), batch)
  },
  async email(message: ForwardableEmailMessage, env: Env) {
    const { receiveMail } = await import('./imports/mail/receive.ts')
    await receiveMail(backgroundContext(env), message)
  },
}
