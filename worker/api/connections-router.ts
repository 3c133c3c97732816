import { linkPlace, unlinkPlace } from '../connections/link.ts'
import { listConnections } from '../connections/list.ts'
import { listPlaces } from '../connections/places.ts'
import { removeConnection } from '../connections/remove.ts'
import { resumePosts } from '../responses/posting/mark-post.ts'
import { ConnectionId, LinkPlaceInput, ListPlacesInput, UnlinkPlaceInput } from '../rules/connections.ts'
import { allowedTo, member, router, verb } from './init.ts'

/** Connecting itself is not a procedure: the browser goes to /connections/:provider. */
export const connectionsRouter = router({
  list: member.query(verb(listConnections)),
  locations: allowedTo('businesses.update').input(ListPlacesInput).query(verb(listPlaces)),
  link: allowedTo('businesses.update')
    .input(LinkPlaceInput)
    .mutation(({ ctx, input }) => linkPlace(ctx, input, resumePosts)),
  unlink: allowedTo('businesses.update').input(UnlinkPlaceInput).mutation(verb(unlinkPlace)),
  remove: allowedTo('businesses.update').input(ConnectionId).mutation(verb(removeConnection)),
})
