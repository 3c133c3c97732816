import { anyone, router, signedIn } from '../../api/init.ts'
import { ConfirmByProviderInput, ProviderInput } from '../../rules/provider-input.ts'
import { beginConfirmation } from './begin-confirmation.ts'
import { beginLink } from './begin-link.ts'
import { offeredProviders } from './clients.ts'
import { listConnections } from './list-connections.ts'
import { unlink } from './unlink.ts'

/** Signing in itself is not a procedure: the browser goes to /auth/:provider. */
export const identitiesRouter = router({
  offered: anyone.query(({ ctx }) => offeredProviders(ctx.settings)),
  list: signedIn.query(({ ctx }) => listConnections(ctx)),
  link: signedIn.input(ProviderInput).mutation(({ ctx, input }) => beginLink(ctx, input)),
  confirm: signedIn.input(ConfirmByProviderInput).mutation(({ ctx, input }) => beginConfirmation(ctx, input)),
  unlink: signedIn.input(ProviderInput).mutation(({ ctx, input }) => unlink(ctx, input)),
})
