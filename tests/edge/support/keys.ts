import { apiFor } from '#tests/edge/support/caller.ts'
import type { Account } from '#tests/factories.ts'
import { type CreateApiKeyInput, KEY_SCOPES } from '#worker/rules/api-keys.ts'

/** A new key of this account's organization, with all scopes by default. */
export function newKey(account: Account, input: Partial<CreateApiKeyInput> = {}) {
  return apiFor(account).apiKeys.create({ name: 'A program', scopes: [...KEY_SCOPES], ...input })
}
