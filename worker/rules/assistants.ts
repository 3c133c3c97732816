import * as v from 'valibot'
import type { KeyScope } from './api-keys.ts'

/** OAuth scopes: the scopes of API keys that the tools of `/mcp` need. */
export const ASSISTANT_SCOPES = ['read', 'responses.write'] as const satisfies readonly KeyScope[]
export type AssistantScope = (typeof ASSISTANT_SCOPES)[number]

export const ASSISTANT_SCOPE_TEXTS: Record<AssistantScope, string> = {
  read: 'Read your businesses, their reviews and statistics',
  'responses.write':
    'Draft replies with your AI credits, and save replies, which appear on Google where it is connected',
}

export const CONSENT_PAGE = '/oauth/authorize'
export const MCP_PATH = '/mcp'
/** RFC 9728: the path of the resource follows. */
export const RESOURCE_METADATA = `/.well-known/oauth-protected-resource${MCP_PATH}`

const MAX_QUERY_CHARS = 8_192

/** The query string with which the client opened the consent page. */
export const ConsentInput = v.object({ query: v.pipe(v.string(), v.maxLength(MAX_QUERY_CHARS)) })
export type ConsentInput = v.InferOutput<typeof ConsentInput>

export interface ConsentView {
  /** The name the client gave itself. */
  name: string
  /** Where the browser goes after consent: a host, or this computer. */
  host: string
  isThisComputer: boolean
  organizationName: string
  scopes: AssistantScope[]
  /** Obstacle to allowing it; null if there is none. */
  obstacle: 'role' | 'plan' | 'unproven' | null
  /** Address that tells the client of a refusal. */
  refusal: string
}

/** Reads parameters; one that is missing or occurs twice is empty. */
export function fieldsIn(parameters: URLSearchParams): (name: string) => string {
  return (name) => {
    const [value = '', ...others] = parameters.getAll(name)
    return others.length === 0 ? value : ''
  }
}
