import type { connections } from '#db/schema/index.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { Settings } from '../env.ts'
import { seal, unseal } from '../platform/seal.ts'

type Keys = Pick<Settings, 'MFA_ENCRYPTION_KEY' | 'MFA_ENCRYPTION_KEY_PREVIOUS'>

/** The row that a sealed token belongs to: in another row the token can't be opened. */
export type Holder = `connection ${string}` | `place ${string}`

type ConnectionKey = Pick<typeof connections.$inferSelect, 'organizationId' | 'provider' | 'subject'>

export function connectionHolder(connection: ConnectionKey): Holder {
  return `connection ${connection.organizationId} ${connection.provider} ${connection.subject}`
}

export function placeHolder(link: SourceKey): Holder {
  return `place ${link.organizationId} ${link.businessId} ${link.platform}`
}

export function sealToken(keys: Keys, holder: Holder, token: string): Promise<string> {
  return seal(keys.MFA_ENCRYPTION_KEY, holder, token)
}

/** @throws Error when none of our keys opens the token, or when it was changed or moved */
export async function openToken(keys: Keys, holder: Holder, sealed: string): Promise<string> {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = keys
  return unseal(MFA_ENCRYPTION_KEY, holder, sealed).catch((cause: unknown) => {
    if (MFA_ENCRYPTION_KEY_PREVIOUS === undefined) throw cause
    return unseal(MFA_ENCRYPTION_KEY_PREVIOUS, holder, sealed)
  })
}
