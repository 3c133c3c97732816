import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { CONNECTION_PROVIDERS } from './connections.ts'
import { uuid } from './ids.ts'

/** Apart from `connections.ts`, whose texts are in the pages: no page checks these. */

const ConnectionKey = uuid('Unknown connection. Choose one from the list.')
const UNKNOWN_PLACE = 'Unknown place. Choose one from the list.'

export const ConnectionId = v.object({ id: ConnectionKey })
export type ConnectionId = v.InferOutput<typeof ConnectionId>

export const ListPlacesInput = v.object({
  connectionId: ConnectionKey,
  cursor: v.optional(
    v.pipe(v.string(), v.maxLength(4_000, 'This page is no longer there. Start again at the first one.')),
  ),
})
export type ListPlacesInput = v.InferOutput<typeof ListPlacesInput>

export const LinkPlaceInput = v.object({
  connectionId: ConnectionKey,
  businessId: BusinessKey,
  /** accounts/…/locations/… of Google, the id of a Facebook page. */
  placeId: v.pipe(
    v.string(UNKNOWN_PLACE),
    v.regex(/^(?:accounts\/\d{1,30}\/locations\/\d{1,30}|\d{5,20})$/, UNKNOWN_PLACE),
  ),
})
export type LinkPlaceInput = v.InferOutput<typeof LinkPlaceInput>

export const UnlinkPlaceInput = v.object({
  businessId: BusinessKey,
  platform: v.picklist(CONNECTION_PROVIDERS, 'Choose one of the platforms listed.'),
})
export type UnlinkPlaceInput = v.InferOutput<typeof UnlinkPlaceInput>

export const ConnectScreenInput = v.object({ businessId: BusinessKey })
export type ConnectScreenInput = v.InferOutput<typeof ConnectScreenInput>
