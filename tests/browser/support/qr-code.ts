import type { Page } from 'playwright-core'
import { decodeQR } from 'qr/decode.js'

/** Content of the QR code on the screen, as read by a phone. */
export async function scanQrCode(page: Page): Promise<string> {
  const png = (await page.getByRole('img', { name: /QR code/ }).screenshot()).toString('base64')
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const image = context?.getImageData(0, 0, width, height)
    const reader = new FileReader()
    const isRead = new Promise((done) => reader.addEventListener('load', done))
    reader.readAsDataURL(new Blob([image?.data ?? '']))
    await isRead
    return { width, height, pixels: String(reader.result).replace(/^.*,/, '') }
  }, png)
  return decodeQR({ width, height, data: Buffer.from(pixels, 'base64') })
}
