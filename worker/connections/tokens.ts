import type { Settings } from '../env.ts'
import { seal, unseal } from '../platform/seal.ts'
import type { Platform } from '../rules/platforms.ts'

type Keys = Pick<Settings, 'MFA_ENCRYPTION_KEY' | 'MFA_ENCRYPTION_KEY_PREVIOUS'>

/** Ties a sealed token to what it belongs to: in another row it can't be opened. */
export type Holder = `connection ${string}` | `place ${string}`

export function connectionHolder(connection: {
  organizationId: string
  provider: string
  subject: string
}): Holder {
  return `connection ${connection.organizationId} ${connection.provider} ${connection.subject}`
}

export function placeHolder(link: {
  organizationId: string
  businessId: string
  platform: Platform
}): Holder {
  return `place ${link.organizationId} ${link.businessId} ${link.platform}`
}

export function sealToken(keys: Keys, holder: Holder, token: string): Promise<string> {
  return seal(keys.MFA_ENCRYPTION_KEY, holder, token)
}

/** @throws Error where no key of ours opens it, or where it was changed or moved */
export async function openToken(keys: Keys, holder: Holder, sealed: string): Promise<string> {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = keys
  return unseal(MFA_ENCRYPTION_KEY, holder, sealed).catch((cause: unknown) => {
    if (MFA_ENCRYPTION_KEY_PREVIOUS === undefined) throw cause
    return unseal(MFA_ENCRYPTION_KEY_PREVIOUS, holder, sealed)
  })
}
