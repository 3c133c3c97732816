import { createApiKey, createFeed } from '../identity/keys/create.ts'
import { listApiKeys } from '../identity/keys/list.ts'
import { revokeApiKey } from '../identity/keys/revoke.ts'
import { rotateApiKey } from '../identity/keys/rotate.ts'
import { ApiKeyId, CreateApiKeyInput, CreateFeedInput, RotateApiKeyInput } from '../rules/api-keys.ts'
import { allowedTo, router, verb } from './init.ts'

const managing = allowedTo('api.manage')

/** Keys can be seen and revoked on every plan, so that one that was paid for once leaves none behind. */
export const apiKeysRouter = router({
  list: managing.query(verb(listApiKeys)),
  create: managing.input(CreateApiKeyInput).mutation(verb(createApiKey)),
  createFeed: managing.input(CreateFeedInput).mutation(verb(createFeed)),
  rotate: managing.input(RotateApiKeyInput).mutation(verb(rotateApiKey)),
  revoke: managing.input(ApiKeyId).mutation(verb(revokeApiKey)),
})
