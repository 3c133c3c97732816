import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCodeImage } from '#app/features/account/factors/factor-dialog.client.tsx'
import { newTotpSecret, totpUri } from '#worker/identity/factors/stored-factor.ts'

const PIXELS = 6

/** Draws the image pixel by pixel and reads it as a camera would. */
function read(image: string): string {
  const svg = decodeURIComponent(image.replace(/^data:image\/svg\+xml,/, ''))
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const size = modules * PIXELS
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < PIXELS; row += 1) {
      for (let column = 0; column < PIXELS; column += 1) {
        const at = ((Number(y) * PIXELS + row) * size + Number(x) * PIXELS + column) * 4
        data.fill(0, at, at + 3)
      }
    }
  }
  return decodeQR({ width: size, height: size, data })
}

test('a reader finds the text in the image, for short and long addresses', () => {
  for (const email of ['a@b.test', `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example.test`]) {
    const uri = totpUri(newTotpSecret(), email)
    expect(read(qrCodeImage(uri))).toBe(uri)
  }
})

test('the image keeps four light modules around the code and contains only two shapes', () => {
  const svg = decodeURIComponent(qrCodeImage('otpauth://totp/x').slice('data:image/svg+xml,'.length))
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (const at of [Number(x), Number(y)]) {
      expect(at).toBeGreaterThanOrEqual(4)
      expect(at).toBeLessThan(size - 4)
    }
  }
  expect(svg.replace(/ d="[^"]*"/g, '')).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff"/><path/></svg>`,
  )
})
