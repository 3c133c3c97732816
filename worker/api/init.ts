import { type AnyProcedure, initTRPC, TRPCError } from '@trpc/server'
import * as v from 'valibot'
import { isDatabaseFault } from '#db/fault.ts'
import type { Context } from '../context.ts'
import { DomainError, errorRule } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/keys.ts'
import { requireCallsLeft } from '../identity/limits/call-limit.ts'
import { audit } from '../identity/log/audit.ts'
import { isOperator } from '../operation/instance.ts'
import { logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { type Action, type Authority, INSUFFICIENT_PERMISSIONS, may } from '../rules/permissions.ts'
import { type EnforcedBy, hasFeature, lockedFeature } from '../rules/plans.ts'
import { INVALID_SESSION, NO_SESSION, OTHER_ORGANIZATION } from '../rules/sessions.ts'
import { tokenMayCall } from '../rules/tokens.ts'
import { errorShape } from './error-shape.ts'

const ONE_PASSWORD_CALL = 'Only one call of a batch may take a password. Send the others on their own.'

interface Meta {
  /** The specification's message for a caller without a session, if it has one for this procedure. */
  signedOut?: string
  /** Computes password hashes: allowed for one call per batch. */
  costsHash?: true
}

export function costsHash(procedure: AnyProcedure | null): boolean {
  return (procedure?._def.meta as Meta | undefined)?.costsHash === true
}

const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const { httpStatus, path } = shape.data
      const about = { code: error.code, httpStatus, path, requestId: ctx?.requestId ?? null }
      return errorShape(domainErrorOf(error), about)
    },
  })

/**
 * Converts a procedure's failure to what the caller sees: expected outcomes keep their message, invalid input names the
 * field, and everything else becomes one neutral sentence.
 */
export function domainErrorOf(error: TRPCError): DomainError {
  if (error.cause instanceof DomainError) return error.cause
  if (error.code === 'NOT_FOUND') return new DomainError('not_found', ERROR_TEXTS.NOT_FOUND.text)
  if (error.code === 'INTERNAL_SERVER_ERROR') return new DomainError('unavailable', ERROR_TEXTS.SERVER.text)
  // Errors from tRPC itself concern the request: its input, method or form.
  return refusedInput(error)
}

interface SchemaIssue {
  message: string
  path?: readonly ({ key: unknown } | PropertyKey)[]
}

const CHECK_INPUT = ERROR_TEXTS.VALIDATION.text
// Replaces the schema library's default messages, which only programmers understand.
v.setGlobalMessage(CHECK_INPUT)

function refusedInput(error: TRPCError): DomainError {
  const given = (error.cause as { issues?: readonly SchemaIssue[] } | undefined)?.issues ?? []
  const issues = given.map(({ message, path = [] }) => ({
    message,
    name: path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
  }))
  const fields: Record<string, string> = {}
  // Issues with the whole input belong to no field.
  for (const { name, message } of issues) if (name) fields[name] ??= message
  const texts = [...new Set(issues.map(({ message }) => message))]
  return new DomainError('invalid_input', texts.length > 0 ? texts.join(' ') : CHECK_INPUT, { fields })
}

/** Gives a DomainError its tRPC code, and logs unexpected errors with their cause. */
const translateErrors = trpc.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  if (cause instanceof DomainError) {
    const rule = errorRule(cause.code)
    if (rule.report) {
      // Log the cause: the error's own message is neutral.
      logFault('procedure_failed', cause.cause ?? cause, { path, requestId: ctx.requestId })
    }
    throw new TRPCError({ code: rule.api, message: cause.outwardMessage, cause })
  }
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    logFault('procedure_failed', cause ?? result.error, { path, requestId: ctx.requestId })
    // Unlike a bug, a database fault is temporary: callers are told when to retry.
    if (isDatabaseFault(cause)) {
      const outage = new DomainError('unavailable', ERROR_TEXTS.SERVER.text, { cause })
      throw new TRPCError({ code: errorRule(outage.code).api, message: outage.message, cause: outage })
    }
  }
  return result
})

export const router = trpc.router
export const createCallerFactory = trpc.createCallerFactory

/** UNAUTHORIZED for an invalid access token; FORBIDDEN for calls its scopes or kind don't allow. */
const checkToken = trpc.middleware(async ({ ctx, path, next }) => {
  if (ctx.tokenFault) throw ctx.tokenFault
  const token = ctx.session?.token
  if (token && !tokenMayCall(token.scopes, path)) {
    await audit(ctx, 'permission_refused', 'refused', { detail: path })
    throw new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
  }
  // A key stays valid after a downgrade, but grants no access without the plan's feature.
  if (ctx.session && token?.isKey) requireApiAccess(ctx.session)
  return next()
})

/** TOO_MANY_REQUESTS for a session or token with too many calls over HTTP; loaders call in process. */
const limitCalls = trpc.middleware(async ({ ctx, type, next }) => {
  await requireCallsLeft(ctx, type)
  return next()
})

/**
 * BAD_REQUEST for input that can't be read or isn't an object. tRPC only reads the input if the procedure has a schema:
 * without one, a truncated body would be acted on.
 */
const requireReadableInput = trpc.middleware(async ({ getRawInput, next }) => {
  const input = (await getRawInput()) ?? {}
  if (typeof input !== 'object' || Array.isArray(input)) throw new DomainError('invalid_input', CHECK_INPUT)
  return next()
})

/** Open to everyone; the session may be missing. */
export const anyone = trpc.procedure
  .use(translateErrors)
  .use(checkToken)
  .use(limitCalls)
  .use(requireReadableInput)

/** UNAUTHORIZED without a live session. */
export const signedIn = anyone.use(({ ctx, meta, next }) => {
  if (!ctx.session) {
    throw new DomainError('not_signed_in', ERROR_TEXTS.AUTHENTICATION.text, {
      specified: meta?.signedOut ?? (ctx.isSessionRefused ? INVALID_SESSION : NO_SESSION),
    })
  }
  return next({ ctx: { session: ctx.session } })
})

/**
 * BAD_REQUEST if more than one call of a batch would compute password hashes: each blocks the isolate for over 150 ms.
 */
const limitHashes = trpc.middleware(({ ctx, next }) => {
  if ((ctx.hashingCalls ?? 0) > 1) throw new DomainError('invalid_input', ONE_PASSWORD_CALL)
  return next({ ctx: { mayHash: true as const } })
})

/** Base of the procedures that compute password hashes; the hashing functions require its context. */
export const anyoneHashing = anyone.meta({ costsHash: true }).use(limitHashes)
export const signedInHashing = signedIn.meta({ costsHash: true }).use(limitHashes)

/** Adds the caller's organization, with role and plan, to the context. Every tenant procedure starts here. */
export const member = signedIn.use(({ ctx, type, next }) => {
  if (ctx.session.user.mustChangePassword) {
    throw new DomainError('password_change_needed', 'Please choose a new password first.')
  }
  const { organization } = ctx.session
  // Another tab has switched organizations since this one was rendered: don't apply its input there.
  const isShown = ctx.shownOrganizationId === null || ctx.shownOrganizationId === organization.id
  if (type === 'mutation' && !isShown) throw new DomainError('organization_switched', OTHER_ORGANIZATION)
  return next({ ctx: { organization } })
})

/**
 * NOT_FOUND unless the caller operates this instance, in a session of their own. Every procedure of the operator starts
 * here.
 */
export const operator = member.use(async ({ ctx, next }) => {
  if (ctx.session.token || !(await isOperator(ctx, ctx.session.user.id)))
    throw new DomainError('not_found', ERROR_TEXTS.NOT_FOUND.text)
  return next()
})

/** FORBIDDEN 'Insufficient permissions' unless the membership allows the action. */
export async function requireAllowed(ctx: Context, authority: Authority, action: Action): Promise<void> {
  if (may(authority, action)) return
  await audit(ctx, 'permission_refused', 'refused', { detail: action })
  throw new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
}

/** FORBIDDEN 'Insufficient permissions' unless the caller may perform the action in the current organization. */
export function allowedTo(action: Action) {
  return member.use(async ({ ctx, next }) => {
    await requireAllowed(ctx, ctx.organization, action)
    return next()
  })
}

/**
 * FORBIDDEN unless the organization's plan has the feature; with an action, also unless the caller's role allows it.
 */
export function withFeature(feature: EnforcedBy<'procedure'>, action?: Action) {
  return (action ? allowedTo(action) : member).use(({ ctx, next }) => {
    if (!hasFeature(ctx.organization.plan, feature))
      throw new DomainError('plan_limit', lockedFeature(feature))
    return next()
  })
}

/** Adapts a domain function to a procedure: called with the caller's context and the validated input. */
export function verb<Ctx, Input, Answer>(call: (ctx: Ctx, input: Input) => Answer) {
  return ({ ctx, input }: { ctx: Ctx; input: Input }) => call(ctx, input)
}

/**
 * Uses the specification's message when a procedure's work fails: `Failed to fetch business: {reason}`. Applied after
 * the permission check and input validation, so that those errors keep their own messages, as do outcomes for which the
 * specification has a specific message.
 *
 * @param message the specification's, optionally with `{reason}`, or a function of the input
 */
export function failsWith<Input = unknown>(message: string | ((input: Input) => string)) {
  return trpc.middleware(async ({ input, next }) => {
    const result = await next()
    if (result.ok) return result
    const { cause } = result.error
    const outcome =
      cause instanceof DomainError
        ? cause
        : new DomainError('unavailable', ERROR_TEXTS.SERVER.text, { cause: cause ?? result.error })
    if (outcome.specified !== null || Object.keys(outcome.fields).length > 0) throw outcome
    const template = typeof message === 'string' ? message : message(input as Input)
    throw new DomainError(outcome.code, outcome.message, {
      cause: outcome.cause,
      specified: template.replace('{reason}', errorRule(outcome.code).reason),
    })
  })
}
