import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PRODUCTION_SCRYPT_COST, type Settings } from '../../env.ts'
import { DomainError } from '../../errors.ts'
import { SECOND_MS } from '../../rules/durations.ts'

const deriveKey = promisify(scrypt) as (
  password: string,
  salt: Uint8Array,
  length: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

const BLOCK_SIZE = 8
const PARALLELISM = 5
const SALT_BYTES = 16
const KEY_BYTES = 32
const MAX_MEMORY_BYTES = 64 * 1024 * 1024

type HashSettings = Pick<Settings, 'SCRYPT_COST' | 'SESSION_SECRET'> &
  Partial<Pick<Settings, 'SESSION_SECRET_PREVIOUS'>>

/** A hash costs more than a hundred other calls, so only procedures declared to hash may compute one. */
export interface Hasher {
  mayHash: true
  settings: HashSettings
  answerHeaders?: Headers
}

/**
 * scrypt, then HMAC-SHA-256 with the server's secret, so that a stolen table alone can't be brute-forced.
 *
 * @returns `scrypt$N$r$p$salt$key`, salt and key in base64url
 * @throws DomainError `busy`
 */
export async function hashPassword(password: string, hasher: Hasher): Promise<string> {
  const { settings } = hasher
  const salt = randomBytes(SALT_BYTES)
  const key = peppered(await derived(hasher, password, salt, settings.SCRYPT_COST), settings.SESSION_SECRET)
  const texts = [salt, key].map((bytes) => bytes.toString('base64url'))
  return ['scrypt', settings.SCRYPT_COST, BLOCK_SIZE, PARALLELISM, ...texts].join('$')
}

/**
 * Compares in constant time; a record in another format never matches.
 *
 * @param record null if there is none: a hash is computed all the same, so that timing reveals nothing
 * @returns `outdated`: correct, but hashed with another cost or the previous secret
 * @throws DomainError `busy`
 */
export async function checkPassword(password: string, record: string | null, hasher: Hasher) {
  const { settings } = hasher
  const [name, cost, blockSize, parallelism, salt, key] = record?.split('$') ?? []
  const isOurs = name === 'scrypt' && Number(blockSize) === BLOCK_SIZE && Number(parallelism) === PARALLELISM
  if (!isOurs || !salt || !key) {
    await derived(hasher, password, randomBytes(SALT_BYTES), settings.SCRYPT_COST)
    return 'wrong'
  }
  const actual = await derived(hasher, password, Buffer.from(salt, 'base64url'), Number(cost))
  const expected = Buffer.from(key, 'base64url')
  if (isEqual(peppered(actual, settings.SESSION_SECRET), expected)) {
    return Number(cost) === settings.SCRYPT_COST ? 'right' : 'outdated'
  }
  const previous = settings.SESSION_SECRET_PREVIOUS
  return previous !== undefined && isEqual(peppered(actual, previous), expected) ? 'outdated' : 'wrong'
}

export async function verifyPassword(password: string, record: string, hasher: Hasher): Promise<boolean> {
  return (await checkPassword(password, record, hasher)) !== 'wrong'
}

function derived(hasher: Hasher, password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  spendHash(hasher, cost)
  const options = { N: cost, r: BLOCK_SIZE, p: PARALLELISM, maxmem: MAX_MEMORY_BYTES }
  return deriveKey(password.normalize('NFKC'), salt, KEY_BYTES, options)
}

function peppered(key: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(key).digest()
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Time a full-cost hash blocks the isolate. Assumed, because a Worker's clock doesn't advance meanwhile. */
const FULL_HASH_MS = 150
/** Hashing time per second; the rest is for pages. */
const BUDGET_MS = 600
const RETRY_AFTER_SECONDS = 2
const BUSY = 'Many people are signing in right now. Please try again in a few seconds.'

let secondEndsAt = 0
let spentMs = 0

interface HashingRequest {
  answerHeaders?: Headers
}

/** Requests that have been admitted: all their hashes are computed, however many they need. */
const admitted = new WeakSet<HashingRequest>()

/**
 * Counts a hash. If a request's first hash doesn't fit into the current second, the request is refused at once: sixty
 * queued hashes would block every page for seconds.
 *
 * @throws DomainError `busy`, with Retry-After
 */
export function spendHash(request: HashingRequest, cost: number, now = Date.now()): void {
  if (now >= secondEndsAt || now < secondEndsAt - SECOND_MS) {
    secondEndsAt = now + SECOND_MS
    spentMs = 0
  }
  const price = (FULL_HASH_MS * cost) / PRODUCTION_SCRYPT_COST
  if (!admitted.has(request) && spentMs + price > BUDGET_MS) {
    request.answerHeaders?.set('retry-after', String(RETRY_AFTER_SECONDS))
    throw new DomainError('busy', BUSY)
  }
  admitted.add(request)
  spentMs += price
}
