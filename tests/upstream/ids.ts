import { type Random, randomFrom } from './random.ts'

/** Url-safe base64 without padding. */
export function base64Url(bytes: Uint8Array | string): string {
  const binary = typeof bytes === 'string' ? bytes : String.fromCharCode(...bytes)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** @throws DOMException if the text isn't base64 */
export function fromBase64Url(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
}

function littleEndian(hex: string): number[] {
  const digits = hex.replace(/^0x/, '').padStart(16, '0')
  const bytes = digits.match(/../g) ?? []
  return bytes.map((byte) => Number.parseInt(byte, 16)).reverse()
}

/** The two 64-bit halves of a feature id, as `0x…`. */
function halvesOf(featureId: string): [string, string] {
  const [first = '', second = ''] = featureId.split(':')
  return [first, second]
}

/** A Place ID is the same 128 bits as the feature id, written as a small protobuf. */
export function placeIdOf(featureId: string): string {
  const [first, second] = halvesOf(featureId)
  return base64Url(Uint8Array.from([0x0a, 0x12, 0x09, ...littleEndian(first), 0x11, ...littleEndian(second)]))
}

/**
 * The second half of the feature id as an unsigned decimal. A string, because it can exceed Number.MAX_SAFE_INTEGER.
 */
export function cidOf(featureId: string): string {
  return BigInt(halvesOf(featureId)[1]).toString()
}

export interface GoogleReviewId {
  /** Id as shown in lists: url-safe base64 of `{ 1: inner, 2: 1 }`. */
  id: string
  inner: string
}

/**
 * A public Google review id. Two generations of ids are in use: the older begin with `ChZ` or `Chd` (35 or 36
 * characters), the newer with `Ci9` (68 characters).
 */
export function googleReviewId(seed: string, generation: 'older' | 'newer'): GoogleReviewId {
  const random = randomFrom(`google-id:${seed}`)
  const inner = base64Url(generation === 'older' ? olderInner(random) : newerInner(random))
  return { id: base64Url(`\n${String.fromCharCode(inner.length)}${inner}\x10\x01`), inner }
}

function olderInner(random: Random): Uint8Array {
  const tail = Array.from({ length: 4 }, () => random.int(0x80, 0xff))
  const end = random.chance(0.5) ? [random.int(1, 0x7f)] : [random.int(0x80, 0xff), 1]
  const start = [0x08, 0x81, 0xcc, 0xd2, 0x88, 0x0a, 0x10, 0x80, 0x80, 0x80, 0x80]
  return Uint8Array.from([...start, ...tail, ...end])
}

function newerInner(random: Random): string {
  return `\x08\x02\x10\x00\x2a\x1d\x0a\x1brp_h:${base64Url(random.bytes(16))}`
}

/** A Yelp id: 16 bytes as 22 url-safe characters. */
export function yelpId(seed: string): string {
  return base64Url(randomFrom(`yelp-id:${seed}`).bytes(16))
}

/**
 * A numeric id of this many digits, as on Facebook and TripAdvisor. A string, because some ids exceed
 * Number.MAX_SAFE_INTEGER.
 */
export function numberId(seed: string, length: number): string {
  const random = randomFrom(`number-id:${seed}`)
  return `${random.int(1, 9)}${Array.from({ length: length - 1 }, () => random.int(0, 9)).join('')}`
}

/** A Google account number as in profile URLs: 21 digits that begin with 1. */
export function contributorId(seed: string): string {
  const random = randomFrom(`contributor:${seed}`)
  return `1${Array.from({ length: 20 }, () => random.int(0, 9)).join('')}`
}
