import type {
  ExecutionContext,
  ForwardableEmailMessage,
  MessageBatch,
  ScheduledController,
} from '@cloudflare/workers-types'
import * as build from '../build/server/index.js'
import { backgroundContext, consume, consumeDead, tick } from './background.ts'
import type { CollectMessage, Env } from './env.ts'
import { createApp } from './http/app.ts'
import { receiveMail } from './imports/mail/receive.ts'

const app = createApp(build)

export default {
  fetch: (request: Request, env: Env, execution: ExecutionContext) => app.fetch(request, env, execution),
  scheduled: (_controller: ScheduledController, env: Env) => tick(backgroundContext(env)),
  queue: (batch: MessageBatch<CollectMessage>, env: Env) =>
    batch.queue.startsWith('collect-dead')
      ? consumeDead(backgroundContext(env), batch)
      : consume(backgroundContext(env), batch),
  email: (message: ForwardableEmailMessage, env: Env) => receiveMail(backgroundContext(env), message),
}
