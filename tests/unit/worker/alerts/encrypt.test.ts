import { expect, test } from 'vitest'
import { encryptPush } from '#worker/alerts/push/encrypt.ts'
import { base64Url, fromBase64Url } from '#worker/platform/ids.ts'

/** RFC 8291, appendix A. */
const RFC = {
  text: 'When I grow up, I want to be a watermelon',
  receiver: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  sender: {
    publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  },
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }

async function senderKeys(): Promise<CryptoKeyPair> {
  const point = fromBase64Url(RFC.sender.publicKey) ?? new Uint8Array()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: base64Url(point.slice(1, 33)),
    y: base64Url(point.slice(33)),
    d: RFC.sender.privateKey,
  }
  return {
    publicKey: await crypto.subtle.importKey('raw', point, CURVE, true, []),
    privateKey: await crypto.subtle.importKey('jwk', jwk, CURVE, true, ['deriveBits']),
  }
}

test('the example in RFC 8291 is reproduced byte for byte', async () => {
  const salt = fromBase64Url(RFC.salt) ?? new Uint8Array()
  const body = await encryptPush(RFC.text, RFC.receiver, { salt, keys: await senderKeys() })
  expect(base64Url(body)).toBe(RFC.body)
})

test('encrypting the same text twice gives different messages', async () => {
  const [one, other] = await Promise.all([encryptPush('x', RFC.receiver), encryptPush('x', RFC.receiver)])
  expect(base64Url(one)).not.toBe(base64Url(other))
})

test.each([
  ['a key that is no point', { ...RFC.receiver, p256dh: base64Url(new Uint8Array(65).fill(4)) }],
  ['a key that is no base64url', { ...RFC.receiver, auth: 'a+b/' }],
])('%s is refused', async (_, keys) => {
  await expect(encryptPush('x', keys)).rejects.toThrow()
})
