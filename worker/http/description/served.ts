import type { Handler } from 'hono'
import { buildFile } from '../../platform/build-file.ts'
import type { HttpEnv } from '../http-env.ts'

/** Where the build puts what it has made from the schemas. */
export const DESCRIPTION_FILE = '/api-description.json'

/** How programs and assistants are told what they can ask for. */
export interface ApiDescription {
  /** The OpenAPI document. */
  openapi: object
  /** The tools of `/mcp`, as the protocol describes them. */
  tools: { name: string }[]
}

export const apiDescription = buildFile(DESCRIPTION_FILE, (file): Promise<ApiDescription> => file.json())

/** Where the build puts `app/api-reference/page.html`. As text: the page itself comes with our headers alone. */
export const REFERENCE_FILE = '/api-reference/page.txt'

const page = buildFile(REFERENCE_FILE, (file) => file.text())

/** `GET /api/v1/reference`: every address of the API, to read and to try. */
export const apiReference: Handler<HttpEnv> = async (c) =>
  c.html((await page(c.var.context)).replace('{nonce}', c.var.nonce))
