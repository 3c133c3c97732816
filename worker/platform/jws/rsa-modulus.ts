const MIN_BITS = 2048
/** More only costs time: nobody we know signs with longer keys. */
const MAX_BITS = 4096
const EXPONENT = 65537

/**
 * The primes whose remainders give away the keys of one broken generator (ROCA, CVE-2017-15361): it built its primes
 * from powers of 65537, so the modulus is such a power modulo every one of these. Other moduli practically never are.
 */
const ROCA_PRIMES = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
  109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
]
const ROCA_REMAINDERS = ROCA_PRIMES.map((prime) => ({ prime: BigInt(prime), powers: powersModulo(prime) }))

/** Whether an RSA modulus, big-endian, is odd, of an allowed size and not from the broken generator. */
export function isSoundModulus(modulus: Uint8Array): boolean {
  const digits = [...modulus].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const n = BigInt(`0x${digits || '0'}`)
  const bits = n.toString(2).length
  return bits >= MIN_BITS && bits <= MAX_BITS && n % 2n === 1n && !isFromBrokenGenerator(n)
}

function isFromBrokenGenerator(n: bigint): boolean {
  return ROCA_REMAINDERS.every(({ prime, powers }) => powers.has(Number(n % prime)))
}

function powersModulo(prime: number): Set<number> {
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * EXPONENT) % prime) powers.add(power)
  return powers
}
