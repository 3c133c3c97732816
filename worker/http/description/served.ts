import type { Handler } from 'hono'
import { buildFile } from '../../platform/build-file.ts'
import type { HttpEnv } from '../http-env.ts'

export const DESCRIPTION_FILE = '/api-description.json'

export interface ApiDescription {
  openapi: object
  tools: { name: string }[]
}

export const apiDescription = buildFile(DESCRIPTION_FILE, (file): Promise<ApiDescription> => file.json())

/**
 * Build output of `app/api-reference/page.html`. Stored as text: only this route may serve it as a page, with our
 * headers.
 */
export const REFERENCE_FILE = '/api-reference/page.txt'

const page = buildFile(REFERENCE_FILE, (file) => file.text())

/** `GET /api/v1/openapi.json` */
export const openApi: Handler<HttpEnv> = async (c) => c.json((await apiDescription(c.var.context)).openapi)

/** `GET /api/v1/reference`: an interactive reference of the API. */
export const apiReference: Handler<HttpEnv> = async (c) =>
  c.html((await page(c.var.context)).replace('{nonce}', c.var.nonce))
