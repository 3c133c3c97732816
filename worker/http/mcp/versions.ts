import type { HonoRequest } from 'hono'
import * as v from 'valibot'
import { HOUR_MS } from '../../rules/durations.ts'
import { BRAND_NAME } from '../../rules/titles.ts'

/** Revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
/** The revision without a handshake: each request states its version, client and capabilities, also in headers. */
export const STATELESS_VERSION = '2026-07-28'
export const VERSIONS: readonly string[] = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS]

export const NO_METHOD = -32_601
export const INVALID_PARAMS = -32_602
const HEADER_MISMATCH = -32_020
const UNSUPPORTED_VERSION = -32_022

export const Message = v.object({
  jsonrpc: v.literal('2.0'),
  id: v.optional(v.union([v.string(), v.number()])),
  method: v.string(),
  params: v.nullish(v.record(v.string(), v.unknown()), {}),
})
export type Message = v.InferOutput<typeof Message>

export interface RpcError {
  code: number
  message: string
  data?: object
}

export const SERVER = { name: 'reviews', title: BRAND_NAME, version: '1' }

const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

const Meta = v.object({
  [PROTOCOL_VERSION]: v.optional(v.string()),
  [CLIENT_CAPABILITIES]: v.optional(v.record(v.string(), v.unknown())),
})

/**
 * Fault of the version that a request states; null if there is none. In the stateless revision, whoever passes the
 * request on may have looked only at its headers, so they must say the same as the body.
 */
export function versionFault(request: HonoRequest, { id, method, params }: Message): RpcError | null {
  const inHeader = request.header('mcp-protocol-version')
  const meta = v.safeParse(Meta, params._meta)
  const stated = meta.success ? meta.output[PROTOCOL_VERSION] : undefined
  const requested = stated ?? inHeader
  if (requested !== undefined && !VERSIONS.includes(requested)) {
    const message = `Unknown protocol version. Known: ${VERSIONS.join(', ')}`
    return { code: UNSUPPORTED_VERSION, message, data: { supported: VERSIONS, requested } }
  }
  const isStateless = stated === STATELESS_VERSION || inHeader === STATELESS_VERSION
  if (!isStateless || id === undefined) return null
  if (!meta.success || stated === undefined || meta.output[CLIENT_CAPABILITIES] === undefined) {
    const message = 'State the protocol version and the client’s capabilities in _meta.'
    return { code: INVALID_PARAMS, message }
  }
  const expected: Record<string, unknown> = {
    'MCP-Protocol-Version': stated,
    'Mcp-Method': method,
    ...(method === 'tools/call' && { 'Mcp-Name': params.name }),
  }
  const wrong = Object.keys(expected).find((name) => decoded(request.header(name)) !== expected[name])
  if (wrong === undefined) return null
  return { code: HEADER_MISMATCH, message: `The header ${wrong} differs from the body.` }
}

/** The value of a header, which may be written as `=?base64?…?=`. */
function decoded(value: string | undefined): string | undefined {
  const [, coded] = /^=\?base64\?(.*)\?=$/.exec(value ?? '') ?? []
  return coded === undefined ? value : Buffer.from(coded, 'base64').toString()
}

/** A result as the stateless revision requires it. What lists contain depends on the caller's scopes. */
export function completeResult(method: string, result: object) {
  const cached = method === 'tools/call' ? {} : { ttlMs: HOUR_MS, cacheScope: 'private' }
  return { resultType: 'complete', ...result, ...cached, _meta: { [SERVER_INFO]: SERVER } }
}
