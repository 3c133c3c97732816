import { buildFile } from '../../platform/build-file.ts'

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
