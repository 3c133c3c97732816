import { createDefaultOrganization } from '../organizations/create-default.ts'
import { failsWith, router, signedIn, verb } from './init.ts'

export const organizationsRouter = router({
  createDefault: signedIn
    .use(failsWith('Failed to load organizations'))
    .mutation(verb(createDefaultOrganization)),
})
