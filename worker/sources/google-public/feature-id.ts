const PAIR = /^0x([0-9a-f]{1,64}):0x([0-9a-f]{1,64})$/i
const PLACE_ID = /^ChIJ[A-Za-z0-9_-]{23}$/

/**
 * Normalizes a feature id to lower-case hex without leading zeros; null for anything else, `0x0:0x…` (half an id)
 * included.
 */
export function featureIdOf(text: string): string | null {
  const [, first, second] = PAIR.exec(text.trim()) ?? []
  if (first === undefined || second === undefined) return null
  return joined(BigInt(`0x${first}`), BigInt(`0x${second}`))
}

/**
 * Converts a Place ID to the feature id: the same 128 bits. Null for addresses and areas (`Ei…`, `Gh…`), which have
 * none.
 */
export function featureIdOfPlaceId(placeId: string): string | null {
  if (!PLACE_ID.test(placeId)) return null
  const bytes = Uint8Array.from(atob(placeId.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  const frame = [bytes[0], bytes[1], bytes[2], bytes[11]]
  if (frame.join() !== '10,18,9,17') return null
  const halves = new DataView(bytes.buffer)
  return joined(halves.getBigUint64(3, true), halves.getBigUint64(12, true))
}

/** Converts a normalized feature id (`featureIdOf`) to the Place ID. */
export function placeIdOf(featureId: string): string {
  const [first = '0x0', second = '0x0'] = featureId.split(':')
  const bytes = new Uint8Array(20)
  bytes.set([0x0a, 0x12, 0x09])
  bytes[11] = 0x11
  const halves = new DataView(bytes.buffer)
  halves.setBigUint64(3, BigInt(first), true)
  halves.setBigUint64(12, BigInt(second), true)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** The second half of a feature id as unsigned decimal. A string, because it exceeds a number's safe range. */
export function cidOf(featureId: string): string {
  return BigInt(featureId.split(':')[1] ?? 0).toString()
}

function joined(first: bigint, second: bigint): string | null {
  if (first === 0n || second === 0n || first >> 64n !== 0n || second >> 64n !== 0n) return null
  return `0x${first.toString(16)}:0x${second.toString(16)}`
}
