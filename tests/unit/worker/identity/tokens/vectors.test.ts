import { describe, expect, test } from 'vitest'
import { verifyAccessToken } from '#worker/identity/token.ts'
import { base64Url, fromBase64Url } from '#worker/platform/ids.ts'
import { isSignedBy, verifySignedToken } from '#worker/platform/jws/signed-token.ts'
import type { VerificationKey } from '#worker/platform/jws/verification-key.ts'

/** Test vectors next to the repository, on some machines only (SOURCES.md lists their origins). */
const FILES = import.meta.glob<unknown>('../../../../../../shared/vectors/*.json', {
  eager: true,
  import: 'default',
})

interface JoseCase {
  tcId: number
  comment: string
  result: 'valid' | 'invalid'
  /** A compact token, or an object in another serialization. */
  jws?: unknown
  jwe?: unknown
}

interface JoseGroup {
  public?: object
  private?: object
  tests: JoseCase[]
}

interface SignatureGroup {
  /** EC: the uncompressed point in hexadecimal. RSA: see keyJwk. */
  publicKey: { uncompressed: string }
  keyJwk?: VerificationKey
  tests: { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' }[]
}

function entries<Entry>(name: string): Entry[] {
  const content = FILES[`../../../../../../shared/vectors/${name}.json`]
  const list = Array.isArray(content) ? content : (content as { testGroups: Entry[] } | undefined)?.testGroups
  return (list ?? []) as Entry[]
}

/** Keys a verifier would have: public ones, or secret ones for symmetric algorithms. */
function keysOf(group: JoseGroup): object[] {
  const set = group.public ?? group.private ?? {}
  return 'keys' in set ? (set.keys as object[]) : [set]
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function pointKey(uncompressed: string): VerificationKey {
  const point = bytes(uncompressed)
  return { kty: 'EC', crv: 'P-256', x: base64Url(point.slice(1, 33)), y: base64Url(point.slice(33)) }
}

const ACCEPTED = ['ES256', 'RS256']

function algorithmOf(token: unknown): unknown {
  try {
    return JSON.parse(atob(String(token).split('.')[0] ?? '')).alg
  } catch {
    return null
  }
}

describe.runIf(Object.keys(FILES).length > 0)('collected cases', () => {
  test.each(['jws_wycheproof', 'jwk_wycheproof', 'jwcrypto_wycheproof'])(
    '%s: exactly the valid tokens with our algorithms are accepted',
    async (name) => {
      const groups = entries<JoseGroup>(name)
      const cases = groups.flatMap((group) => group.tests.map((one) => ({ ...one, keys: keysOf(group) })))
      expect(cases.length).toBeGreaterThan(0)
      for (const { tcId, comment, jws, jwe, result, keys } of cases) {
        const token = (jws ?? jwe) as string
        const isAccepted = await verifySignedToken(token, keys).then(
          () => true,
          () => false,
        )
        const expected = result === 'valid' && ACCEPTED.includes(String(algorithmOf(token)))
        expect({ tcId, comment, isAccepted }).toEqual({ tcId, comment, isAccepted: expected })
        // None has claims, so all are refused as access tokens; the valid ones for that reason alone.
        const message = await verifyAccessToken(token, { keys, now: 0 }).catch(String)
        if (expected) expect(message).toBe('DomainError: Missing exp claim')
        else expect(message).toMatch(/^DomainError: (Invalid JWT|Invalid alg|Insecure algorithm)/)
      }
    },
  )

  test('no encrypted token is accepted, valid or not', async () => {
    const groups = entries<JoseGroup>('jwe_must_refuse_wycheproof')
    expect(groups.length).toBeGreaterThan(0)
    for (const group of groups) {
      for (const { jwe } of group.tests) {
        const refused = expect(verifySignedToken(jwe as string, keysOf(group))).rejects
        await refused.toThrow('Invalid JWT structure')
      }
    }
  })

  test.each([
    ['es256_p1363_wycheproof', 'ES256'],
    ['rs256_2048_wycheproof', 'RS256'],
  ] as const)('the valid and invalid signatures of %s are told apart', async (name, algorithm) => {
    const groups = entries<SignatureGroup>(name)
    expect(groups.length).toBeGreaterThan(0)
    for (const { publicKey, keyJwk, tests } of groups) {
      const key = keyJwk ?? pointKey(publicKey.uncompressed)
      for (const { tcId, comment, msg, sig, result } of tests) {
        const isValid = await isSignedBy(key, algorithm, bytes(sig), bytes(msg))
        expect({ tcId, comment, isValid }).toEqual({ tcId, comment, isValid: result === 'valid' })
      }
    }
  })

  test('foreign, unsigned and truncated tokens are refused for their algorithm', async () => {
    const tokens = entries<{ payload: string }>('jwt_tokens_refuse')
    expect(tokens.length).toBeGreaterThan(0)
    for (const { payload } of tokens) {
      await expect(verifyAccessToken(payload, { keys: [], now: 0 })).rejects.toThrow(/^Invalid alg claim$/)
    }
  })

  test('the examples in the standards give the results printed there', async () => {
    const vectors = entries<{ kind: string; [member: string]: string }>('rfc_vectors')
    const texts = vectors.filter(({ kind }) => kind === 'base64url')
    const tokens = vectors.filter(({ kind }) => kind === 'jws-refuse')
    expect([texts.length, tokens.length].every((count) => count > 0)).toBe(true)
    for (const { text, base64url = '' } of texts) {
      expect(new TextDecoder().decode(fromBase64Url(base64url) ?? undefined)).toBe(text)
    }
    for (const { token = '', message } of tokens) {
      await expect(verifyAccessToken(token, { keys: [], now: 0 })).rejects.toThrow(message ?? '')
    }
  })
})
