/** A `stripe-signature` header: HMAC-SHA-256 over time and body, in hexadecimal. */
export async function signatureOf(
  body: string,
  secret = 'whsec_simulated',
  at = Date.now(),
): Promise<string> {
  const time = Math.floor(at / 1_000)
  return `t=${time},v1=${await digestOf(`${time}.${body}`, secret)}`
}

export async function digestOf(text: string, secret: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, encoder.encode(text))).toString('hex')
}
