import { base64Url } from '../ids.ts'

/**
 * The bytes of a base64url text; null unless it is the one text that stands for them: no padding, no white space, no
 * character of plain base64, no bits left over.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  return base64Url(bytes) === text ? bytes : null
}
