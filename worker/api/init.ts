import { type AnyProcedure, initTRPC, TRPCError } from '@trpc/server'
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import * as v from 'valibot'
import { isDatabaseFault } from '#db/fault.ts'
import type { Context } from '../context.ts'
import { DomainError, errorRule } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { requireCallsLeft } from '../identity/limits/call-limit.ts'
import { audit } from '../identity/log/audit.ts'
import { logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { type Action, can, INSUFFICIENT_PERMISSIONS, type Role } from '../rules/permissions.ts'
import { type EnforcedBy, hasFeature, lockedFeature } from '../rules/plans.ts'
import { INVALID_SESSION, NO_SESSION, OTHER_ORGANIZATION } from '../rules/sessions.ts'
import { tokenMayCall } from '../rules/tokens.ts'

const ONE_PASSWORD_CALL = 'Only one call of a batch may take a password. Send the others on their own.'
export const UNKNOWN_ERROR_MESSAGE = ERROR_TEXTS.SERVER.text

/** What a caller gets of an error, from a procedure or from what comes before them all. */
export function errorShape(
  domain: DomainError,
  about: {
    code: TRPC_ERROR_CODE_KEY
    httpStatus: number
    path?: string | undefined
    requestId: string | null
  },
) {
  return {
    message: domain.outwardMessage,
    code: TRPC_ERROR_CODES_BY_KEY[about.code],
    data: {
      ...about,
      type: errorRule(domain.code).type,
      /** What exactly went wrong, for a screen that has an answer to it. */
      reason: domain.code,
      /** For a person to read: what happened and what to do. */
      advice: domain.message,
      /** Messages that belong beside a field of the form, by field name. */
      fields: domain.fields,
    },
  }
}

interface Meta {
  /** The message for a caller without a session, where the specification has one for this procedure. */
  signedOut?: string
  /** Computes password hashes: at most one call of a batch may. */
  costsHash?: true
}

/** Whether a procedure was declared as one that computes password hashes. */
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
 * What a failed procedure tells the caller. Expected outcomes keep their message, refused input names the field, and
 * everything else becomes one neutral sentence.
 */
export function domainErrorOf(error: TRPCError): DomainError {
  if (error.cause instanceof DomainError) return error.cause
  if (error.code === 'NOT_FOUND') return new DomainError('not_found', ERROR_TEXTS.NOT_FOUND.text)
  if (error.code === 'INTERNAL_SERVER_ERROR') return new DomainError('unavailable', UNKNOWN_ERROR_MESSAGE)
  // What tRPC itself refuses is about the request: its input, its method, its form.
  return refusedInput(error)
}

interface SchemaIssue {
  message: string
  path?: readonly ({ key: unknown } | PropertyKey)[]
}

const CHECK_INPUT = ERROR_TEXTS.VALIDATION.text
// The schema library's own messages, for schemas that have none, are understood only by programmers.
v.setGlobalMessage(CHECK_INPUT)

function refusedInput(error: TRPCError): DomainError {
  const given = (error.cause as { issues?: readonly SchemaIssue[] } | undefined)?.issues ?? []
  const issues = given.map(({ message, path = [] }) => ({
    message,
    name: path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.'),
  }))
  const fields: Record<string, string> = {}
  // What is wrong with the input as a whole belongs to no field.
  for (const { name, message } of issues) if (name) fields[name] ??= message
  const texts = [...new Set(issues.map(({ message }) => message))]
  return new DomainError('invalid_input', texts.length > 0 ? texts.join(' ') : CHECK_INPUT, { fields })
}

/** Gives a DomainError its tRPC code, and reports what nobody expected with its cause. */
const translateErrors = trpc.middleware(async ({ ctx, path, next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause } = result.error
  if (cause instanceof DomainError) {
    const rule = errorRule(cause.code)
    if (rule.report) {
      // Its own message says nothing of what went wrong.
      logFault('procedure_failed', cause.cause ?? cause, { path, requestId: ctx.requestId })
    }
    throw new TRPCError({ code: rule.api, message: cause.outwardMessage, cause })
  }
  if (result.error.code === 'INTERNAL_SERVER_ERROR') {
    logFault('procedure_failed', cause ?? result.error, { path, requestId: ctx.requestId })
    // Unlike a mistake of ours it passes: callers learn when to try again.
    if (isDatabaseFault(cause)) {
      const outage = new DomainError('unavailable', UNKNOWN_ERROR_MESSAGE, { cause })
      throw new TRPCError({ code: errorRule(outage.code).api, message: outage.message, cause: outage })
    }
  }
  return result
})

export const router = trpc.router
export const createCallerFactory = trpc.createCallerFactory

/** UNAUTHORIZED for an invalid access token, FORBIDDEN for calls that its scopes or its kind don't allow. */
const checkToken = trpc.middleware(async ({ ctx, path, next }) => {
  if (ctx.tokenFault) throw ctx.tokenFault
  const token = ctx.session?.token
  if (token && !tokenMayCall(token.scopes, path)) {
    await audit(ctx, 'permission_refused', 'refused', { detail: path })
    throw new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
  }
  // A key outlives the plan that it was made on, but opens nothing without it.
  if (ctx.session && token?.isKey) requireApiAccess(ctx.session)
  return next()
})

/** TOO_MANY_REQUESTS for a session or token that calls too often over HTTP; loaders call in process. */
const limitCalls = trpc.middleware(async ({ ctx, type, next }) => {
  await requireCallsLeft(ctx, type)
  return next()
})

/**
 * BAD_REQUEST for an input that can't be read, or is no object: tRPC itself reads only what a procedure's schema asks for, so
 * one without a schema would act on half a request.
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
 * BAD_REQUEST where more than one call of a batch would compute password hashes: each takes the isolate for a sixth of a
 * second and more, from everybody in it.
 */
const limitHashes = trpc.middleware(({ ctx, next }) => {
  if ((ctx.hashingCalls ?? 0) > 1) throw new DomainError('invalid_input', ONE_PASSWORD_CALL)
  return next({ ctx: { mayHash: true as const } })
})

/** For procedures that compute password hashes; no other has the context that these are computed with. */
export const anyoneHashing = anyone.meta({ costsHash: true }).use(limitHashes)
export const signedInHashing = signedIn.meta({ costsHash: true }).use(limitHashes)

/** Puts the caller's organization, with role and plan, on the context. Every tenant procedure starts here. */
export const member = signedIn.use(({ ctx, type, next }) => {
  if (ctx.session.user.mustChangePassword) {
    throw new DomainError('password_change_needed', 'Please choose a new password first.')
  }
  const { organization } = ctx.session
  // Another tab has switched since this one was rendered: what is typed here is not meant for there.
  const isShown = ctx.shownOrganizationId === null || ctx.shownOrganizationId === organization.id
  if (type === 'mutation' && !isShown) throw new DomainError('organization_switched', OTHER_ORGANIZATION)
  return next({ ctx: { organization } })
})

/** FORBIDDEN 'Insufficient permissions' unless the role allows the action. */
export async function requireAllowed(ctx: Context, role: Role, action: Action): Promise<void> {
  if (can(role, action)) return
  await audit(ctx, 'permission_refused', 'refused', { detail: action })
  throw new DomainError('not_permitted', INSUFFICIENT_PERMISSIONS)
}

/** FORBIDDEN 'Insufficient permissions' unless the caller's role in the present organization allows the action. */
export function allowedTo(action: Action) {
  return member.use(async ({ ctx, next }) => {
    await requireAllowed(ctx, ctx.organization.role, action)
    return next()
  })
}

/** FORBIDDEN unless the organization's plan has the feature; with an action, also unless the caller's role allows it. */
export function withFeature(feature: EnforcedBy<'procedure'>, action?: Action) {
  return (action ? allowedTo(action) : member).use(({ ctx, next }) => {
    if (!hasFeature(ctx.organization.plan, feature))
      throw new DomainError('plan_limit', lockedFeature(feature))
    return next()
  })
}

/** What a procedure does: one call of a domain, with the caller's context and the checked input. */
export function verb<Ctx, Input, Answer>(call: (ctx: Ctx, input: Input) => Answer) {
  return ({ ctx, input }: { ctx: Ctx; input: Input }) => call(ctx, input)
}

/**
 * What the specification says when the work behind a procedure fails: `Failed to fetch business: {reason}`. Comes after
 * gate and input, so that a missing role and a wrong field keep their own messages; so does an outcome for which the
 * specification has a message of its own.
 *
 * @param message the specification's, with `{reason}` where it has one; or chosen by the input
 */
export function failsWith<Input = unknown>(message: string | ((input: Input) => string)) {
  return trpc.middleware(async ({ input, next }) => {
    const result = await next()
    if (result.ok) return result
    const { cause } = result.error
    const outcome =
      cause instanceof DomainError
        ? cause
        : new DomainError('unavailable', UNKNOWN_ERROR_MESSAGE, { cause: cause ?? result.error })
    if (outcome.specified !== null || Object.keys(outcome.fields).length > 0) throw outcome
    const template = typeof message === 'string' ? message : message(input as Input)
    throw new DomainError(outcome.code, outcome.message, {
      cause: outcome.cause,
      specified: template.replace('{reason}', errorRule(outcome.code).reason),
    })
  })
}
