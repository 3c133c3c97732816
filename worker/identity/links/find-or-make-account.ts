import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#db/client.ts'
import { userIdentities, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { wasRolledBack } from '../../platform/all-or-nothing.ts'
import { emailKey } from '../../rules/auth.ts'
import { OAUTH_PROVIDER_NAMES } from '../../rules/oauth.ts'
import { addAccount } from '../accounts/account-store.ts'
import { claimStatements, type EndCredentials } from '../accounts/claim.ts'
import { defaultOrganization, type Home, homeOf } from '../accounts/home.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'

type VerifiedPerson = ProviderPerson & { email: string }

/** An invitation that a new account accepts: statements for the batch that creates the account. */
interface Welcome {
  organizationId: string
  statements: readonly Statement[]
  /** Path to continue at, because the requested one leads to the used-up invitation. */
  target: string
  recordJoined(): Promise<void>
  /** Error that explains why the statements rolled the batch back. */
  refusal(): Promise<Error>
}

/** Null if the new account gets its own organization. */
export type FindWelcome = (newcomer: { userId: string; email: string }) => Promise<Welcome | null>

export type MadeAccount = Home & { target?: string }

/**
 * Finds the account of a person identified by a provider: by provider and subject, or else by the address that the
 * provider has confirmed. An account that has proven this address is linked; one that hasn't proven it is claimed. If
 * there is no account, a new one is created. Addresses with non-ASCII letters before the @ are never linked or
 * claimed.
 *
 * @throws OAuthRefusal `unverified`, `existing`, and those of `findWelcome`; DomainError `too_many` beyond 3 new
 * uninvited accounts an hour from one network
 */
export async function findOrMakeAccount(
  ctx: Context,
  person: ProviderPerson,
  endCredentials: EndCredentials,
  findWelcome: FindWelcome = async () => null,
): Promise<MadeAccount> {
  const known = await findByIdentity(ctx, person)
  if (known) return homeOf(ctx, known.userId)
  // The same response whether or not the address has an account: an unconfirmed address doesn't prove who is asking.
  if (!isVerified(person)) throw new OAuthRefusal('unverified', 'the provider has not confirmed the address')

  const mayJoin = mayJoinByAddress(person.email)
  const account = mayJoin ? await findByEmail(ctx, person.email) : null
  if (!account) {
    const made = await makeAccount(ctx, person, findWelcome)
    if (made) return made
    // The address or the identity has an account by now.
    const isOwn = mayJoin || (await findByIdentity(ctx, person)) !== null
    if (!isOwn)
      throw new OAuthRefusal('existing', 'the address has an account and can not be compared safely')
    return findOrMakeAccount(ctx, person, endCredentials, findWelcome)
  }
  if (account.emailVerifiedAt === null) await claimAccount(ctx, account.id, person, endCredentials)
  else await linkByAddress(ctx, account.id, person)
  return homeOf(ctx, account.id)
}

export async function findByIdentity(ctx: Context, { provider, subject }: ProviderPerson) {
  const isIt = and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject))
  const [identity] = await ctx.db.select().from(userIdentities).where(isIt)
  return identity ?? null
}

async function findByEmail(ctx: Context, email: string) {
  const key = emailKey(email)
  const { id, emailVerifiedAt } = users
  const [account] = await ctx.db.select({ id, emailVerifiedAt }).from(users).where(eq(users.emailKey, key))
  return account ?? null
}

function isVerified(person: ProviderPerson): person is VerifiedPerson {
  return person.isEmailVerified && person.email !== null
}

/**
 * True if an address confirmed by a provider is enough to open the account with that address. False for non-ASCII local
 * parts: their letters can look like others, or become others when case or form is folded (many programs fold U+212A to
 * k), so the mailbox may be a stranger's.
 */
export function mayJoinByAddress(email: string): boolean {
  return /^[\x21-\x7e]+$/.test(email.slice(0, email.lastIndexOf('@')))
}

/** @throws OAuthRefusal `existing` if the account is linked to another account of this provider */
async function linkByAddress(ctx: Context, userId: string, person: VerifiedPerson): Promise<void> {
  const { email, provider } = person
  const isAdded = await addIdentity(ctx, { userId, email }, person, eq(users.emailKey, emailKey(email)))
  if (!isAdded) throw new OAuthRefusal('existing', 'the account has another account of this provider')
  await audit(ctx, 'provider_linked', 'done', { userId, organizationId: null, email, detail: provider })
}

/** Transfers an account with an unproven address; from then on only this identity opens it. */
async function claimAccount(
  ctx: Context,
  userId: string,
  person: VerifiedPerson,
  endCredentials: EndCredentials,
): Promise<void> {
  const { provider, subject, email, fullName, avatarUrl } = person
  try {
    await batch(ctx.db, [
      ...claimStatements(ctx, { userId, email, passwordHash: null, fullName, avatarUrl }, endCredentials),
      ctx.db.insert(userIdentities).values({ provider, subject, userId, email, createdAt: ctx.now() }),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    // The address was proven in another way meanwhile, so link the account instead.
    return linkByAddress(ctx, userId, person)
  }
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email, detail: provider })
}

/**
 * Creates an account, profile and identity, and either the invited membership or the account's own organization, in one
 * batch.
 *
 * @returns null if another sign-up with this address or identity came first
 */
async function makeAccount(
  ctx: Context,
  person: VerifiedPerson,
  findWelcome: FindWelcome,
): Promise<MadeAccount | null> {
  const { provider, subject, email, fullName, avatarUrl } = person
  const userId = ctx.createId()
  const welcome = await findWelcome({ userId, email })
  // Invitations are limited when they are sent, and each creates one account.
  if (!welcome) await requireTry(ctx, LIMITS.signUpPrefix, ctx.network.prefix)
  const { organizationId, statements } = welcome ?? ownHome(ctx, { userId, email, fullName })
  try {
    await ctx.db.batch([
      ...addAccount(ctx, { userId, email, fullName, avatarUrl, isVerified: true }),
      ...statements,
      ctx.db.insert(userIdentities).values({ provider, subject, userId, email, createdAt: ctx.now() }),
    ])
  } catch (cause) {
    // The unique keys decide between concurrent sign-ups.
    const isTaken = (await findByIdentity(ctx, person)) ?? (await findByEmail(ctx, email))
    if (isTaken) return null
    throw welcome && wasRolledBack(cause) ? await welcome.refusal() : cause
  }
  await audit(ctx, 'sign_up', 'done', { userId, organizationId, email, detail: provider })
  await welcome?.recordJoined()
  return { userId, organizationId, ...(welcome && { target: welcome.target }) }
}

function ownHome(ctx: Context, owner: Parameters<typeof defaultOrganization>[1]) {
  const { id: organizationId, statements } = defaultOrganization(ctx, owner)
  return { organizationId, statements }
}

/**
 * Adds an identity to an account whose address is proven, and informs its owner by mail.
 *
 * @param guard a further condition on the account, checked by the INSERT
 * @returns false if it wasn't added: an identity opens one account, and an account has one per provider
 */
export async function addIdentity(
  ctx: Context,
  account: { userId: string; email: string },
  { provider, subject, email }: ProviderPerson,
  guard: SQL | undefined,
): Promise<boolean> {
  const text = ACCOUNT_MAILS.providerLinked(OAUTH_PROVIDER_NAMES[provider])
  const mail = await accountMail(ctx, account.email, text, sql`changes() = 1`)
  const [added] = await ctx.db.batch([
    ctx.db
      .insert(userIdentities)
      .select(
        ctx.db
          .select({
            provider: sql<typeof provider>`${provider}`.as('provider'),
            subject: sql<string>`${subject}`.as('subject'),
            userId: users.id,
            email: sql<string>`${email ?? ''}`.as('email'),
            createdAt: sql<number>`${ctx.now()}`.as('created_at'),
          })
          .from(users)
          .where(and(eq(users.id, account.userId), isNotNull(users.emailVerifiedAt), guard)),
      )
      .onConflictDoNothing()
      .returning({ userId: userIdentities.userId }),
    mail.statement,
  ])
  return added.length > 0
}
