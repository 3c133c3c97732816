import { randomToken, sha256Hex } from '../../platform/ids.ts'

/** What every key begins with: secret scanners know it by this, and so do we from an access token. */
export const KEY_MARK = 'rvk_'
const PREFIX_CHARS = KEY_MARK.length + 6

/** A key with 256 random bits, how it is stored, and how it is shown from then on. */
export async function newKey() {
  const key = KEY_MARK + randomToken()
  return { key, keyHash: await sha256Hex(key), prefix: key.slice(0, PREFIX_CHARS) }
}
