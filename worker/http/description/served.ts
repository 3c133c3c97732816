import type { Context } from 'hono'
import type { HttpEnv } from '../http-env.ts'

/** Where the build puts what it has made from the schemas: the worker need not weigh what only describes it. */
export const DESCRIPTION_FILE = '/api-description.json'

/** How programs and assistants are told what they can ask for. */
export interface ApiDescription {
  /** The OpenAPI document. */
  openapi: object
  /** The tools of `/mcp`, as the protocol describes them. */
  tools: { name: string }[]
}

let read: Promise<ApiDescription> | undefined

/** What the build has written, read once an isolate. */
export function apiDescription({ env, var: { settings } }: Context<HttpEnv>): Promise<ApiDescription> {
  read ??= env.ASSETS.fetch(`${settings.APP_ORIGIN}${DESCRIPTION_FILE}`)
    .then((answer) => answer.json<ApiDescription>())
    .catch((error: unknown) => {
      read = undefined
      throw error
    })
  return read
}
