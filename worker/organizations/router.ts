import { failsWith, router, signedIn } from '../api/init.ts'
import { createDefaultOrganization } from './create-default.ts'

export const organizationsRouter = router({
  createDefault: signedIn
    .use(failsWith('Failed to load organizations'))
    .mutation(({ ctx }) => createDefaultOrganization(ctx)),
})
