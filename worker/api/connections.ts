import { linkPlace } from '../connections/link.ts'
import { listConnections } from '../connections/list.ts'
import { listPlaces } from '../connections/places/list-places.ts'
import { removeConnection } from '../connections/remove.ts'
import { unlinkPlace } from '../connections/unlink.ts'
import { ConnectionId, LinkPlaceInput, ListPlacesInput, UnlinkPlaceInput } from '../rules/connections.ts'
import { allowedTo, member, router } from './init.ts'

/** Connecting itself is not a procedure: the browser goes to /connections/:provider. */
export const connectionsRouter = router({
  list: member.query(({ ctx }) => listConnections(ctx)),
  locations: allowedTo('businesses.update')
    .input(ListPlacesInput)
    .query(({ ctx, input }) => listPlaces(ctx, input)),
  link: allowedTo('businesses.update')
    .input(LinkPlaceInput)
    .mutation(({ ctx, input }) => linkPlace(ctx, input)),
  unlink: allowedTo('businesses.update')
    .input(UnlinkPlaceInput)
    .mutation(({ ctx, input }) => unlinkPlace(ctx, input)),
  remove: allowedTo('businesses.update')
    .input(ConnectionId)
    .mutation(({ ctx, input }) => removeConnection(ctx, input)),
})
