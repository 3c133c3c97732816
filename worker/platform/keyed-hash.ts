const HASH_CHARS = 32

/**
 * HMAC-SHA-256 of a value under the server's secret, cut to 128 bits, in hexadecimal: lets addresses be counted and
 * recognised in logs and limits without being stored. `purpose` keeps the hashes of different uses apart.
 */
export async function keyedHash(secret: string, purpose: string, value: string): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\n${value}`))
  return [...new Uint8Array(mac)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, HASH_CHARS)
}
