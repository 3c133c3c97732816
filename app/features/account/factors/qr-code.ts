import { encodeQR } from 'qr'

/**
 * The text as a QR code: a `data:` URL of an SVG image, dark on light, with the quiet border that readers need. A screen
 * has no stains, so the lowest correction, with the largest dots, reads best.
 */
export function qrCodeImage(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const size = modules.length
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
