import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { oauthClients } from '#db/schema/accounts.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { OutboundError } from '../../platform/outbound.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../rules/durations.ts'
import { nameString } from '../../rules/fields.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'

const MAX_ID_CHARS = 500
const MAX_URI_CHARS = 1_000
const MAX_URIS = 20
const TIMEOUT_MS = 5 * SECOND_MS
const MAX_DOCUMENT_BYTES = 20_000
const DOCUMENT_KEPT_MS = HOUR_MS
const UNUSED_KEPT_MS = DAY_MS

export interface OAuthClient {
  id: string
  name: string
  redirectUris: string[]
}

/** The fields of RFC 7591 that matter here. */
const FIELDS = {
  client_name: v.optional(nameString(100, 'client_name', 'client_name is empty.'), 'An assistant'),
  redirect_uris: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(MAX_URI_CHARS))),
    v.minLength(1),
    v.maxLength(MAX_URIS),
  ),
}
const ClientMetadata = v.object(FIELDS)
const ClientDocument = v.pipe(
  v.string(),
  v.parseJson(),
  // A client that proves itself by a key would have to be asked for that proof.
  v.object({ ...FIELDS, client_id: v.string(), token_endpoint_auth_method: v.optional(v.literal('none')) }),
)

const UNKNOWN_CLIENT = 'We don’t know the program that sent you here. Connect it again from its own settings.'
const UNREADABLE_CLIENT = 'The program that sent you here doesn’t say properly who it is.'

/** @throws DomainError `invalid_input` if the client is unknown, or its document can't be used; `too_many` */
export async function requireClient(ctx: SignedInContext, id: string): Promise<OAuthClient> {
  const { expiresAt, name, redirectUris } = oauthClients
  const isLive = or(isNull(expiresAt), gt(expiresAt, ctx.now()))
  const [known] = await ctx.db
    .select({ id: oauthClients.id, name, redirectUris })
    .from(oauthClients)
    .where(and(eq(oauthClients.id, id), isLive))
  if (known) return known
  if (!isDocumentAddress(id)) throw new DomainError('invalid_input', UNKNOWN_CLIENT)
  await requireTry(ctx, LIMITS.clientDocumentsUser, ctx.session.user.id)
  const client = await readDocument(ctx, id)
  const row = { ...client, createdAt: ctx.now(), expiresAt: ctx.now() + DOCUMENT_KEPT_MS }
  await ctx.db.insert(oauthClients).values(row).onConflictDoUpdate({ target: oauthClients.id, set: row })
  return client
}

/** Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document): the id is the document's address. */
function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || id.length > MAX_ID_CHARS || !URL.canParse(id)) return false
  const { href, pathname, hash } = new URL(id)
  // Equal only if it has no dot segments, capital letters in the host or default port.
  return href === id && pathname !== '/' && hash === ''
}

async function readDocument(ctx: Context, id: string): Promise<OAuthClient> {
  const request = new Request(id, { headers: { accept: 'application/json' } })
  const options = { timeoutMs: TIMEOUT_MS, firstBytes: MAX_DOCUMENT_BYTES }
  const answer = await ctx.outbound('assistant', request, options).catch((cause: unknown) => {
    if (cause instanceof OutboundError) return null
    throw cause
  })
  const given = v.safeParse(ClientDocument, answer?.status === 200 ? answer.body : null)
  const redirectUris = given.success
    ? given.output.redirect_uris.filter((uri) => isRedirectUri(ctx, uri))
    : []
  if (given.success && given.output.client_id === id && redirectUris.length > 0)
    return { id, name: given.output.client_name, redirectUris }
  throw new DomainError('invalid_input', UNREADABLE_CLIENT)
}

/** https, or http to this computer; never our own site. */
function isRedirectUri({ settings }: Context, uri: string): boolean {
  if (!URL.canParse(uri) || uri.includes('#')) return false
  const { protocol, origin, username, password } = new URL(uri)
  const isAllowed = protocol === 'https:' || isThisComputer(uri)
  return isAllowed && origin !== settings.APP_ORIGIN && username === '' && password === ''
}

export function isThisComputer(uri: string): boolean {
  return URL.canParse(uri) && /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])$/.test(withoutPort(uri).origin)
}

function withoutPort(uri: string): URL {
  const url = new URL(uri)
  url.port = ''
  return url
}

/** True for exactly a registered address; a program on this computer may use another port each time (RFC 8252, 7.3). */
export function mayReturnTo({ redirectUris }: OAuthClient, uri: string): boolean {
  return redirectUris.some(
    (known) =>
      known === uri ||
      (isThisComputer(known) && isThisComputer(uri) && withoutPort(known).href === withoutPort(uri).href),
  )
}

/**
 * Registers a client that has no document (RFC 7591). It is deleted after a day unless somebody has allowed it.
 *
 * @returns null if its metadata can't be used
 * @throws DomainError `too_many`
 */
export async function registerClient(ctx: Context, metadata: unknown): Promise<OAuthClient | null> {
  const given = v.safeParse(ClientMetadata, metadata)
  if (!given.success || !given.output.redirect_uris.every((uri) => isRedirectUri(ctx, uri))) return null
  await requireTry(ctx, LIMITS.registrationsPrefix, ctx.network.prefix)
  const { client_name: name, redirect_uris: redirectUris } = given.output
  const client = { id: ctx.createId(), name, redirectUris }
  const createdAt = ctx.now()
  await ctx.db.insert(oauthClients).values({ ...client, createdAt, expiresAt: createdAt + UNUSED_KEPT_MS })
  return client
}

/** Statement that keeps a registration from now on. The copy of a document still expires. */
export function keepClient({ db }: Pick<Context, 'db'>, id: string) {
  const isRegistered = isDocumentAddress(id) ? sql`0` : eq(oauthClients.id, id)
  return db.update(oauthClients).set({ expiresAt: null }).where(isRegistered)
}
