import { router, signedIn } from '../api/init.ts'
import { createDefaultOrganization } from './create-default.ts'

export const organizationsRouter = router({
  createDefault: signedIn.mutation(({ ctx }) => createDefaultOrganization(ctx)),
})
