import * as v from 'valibot'
import {
  jsonObject,
  NullableEmail,
  NullablePhone,
  NullablePictureUrl,
  NullableWebsite,
  nameString,
  nullableString,
  SearchText,
  uuid,
} from './fields.ts'
import { NullableListingUrl } from './found-place.ts'
import { LedgerChoice } from './statistics.ts'

const MAX_BUSINESS_NAME_CHARS = 120
const MAX_DESCRIPTION_CHARS = 2_000

const BusinessName = nameString(MAX_BUSINESS_NAME_CHARS, 'Name', 'Enter the name of the business.')

export const BusinessKey = uuid('Unknown business. Choose one from the list.')

const DETAILS = {
  industry: nullableString(120, 'Industry'),
  location: nullableString(200, 'Location'),
  phone: NullablePhone,
  website: NullableWebsite,
  description: nullableString(MAX_DESCRIPTION_CHARS, 'Description'),
  email: NullableEmail,
  googleBusinessUrl: NullableListingUrl,
  yelpBusinessUrl: NullableListingUrl,
  tripadvisorUrl: NullableListingUrl,
  fullAddress: nullableString(300, 'Address'),
  city: nullableString(120, 'City'),
  state: nullableString(120, 'State'),
  zipCode: nullableString(20, 'Zip code'),
  country: nullableString(120, 'Country'),
  logoUrl: NullablePictureUrl,
}

// @__NO_SIDE_EFFECTS__
function nullUnlessGiven<Fields extends v.ObjectEntries>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => [name, v.optional(field, null)])
  // Safe: the same names, each with its own schema inside.
  return Object.fromEntries(entries) as { [Name in keyof Fields]: v.OptionalSchema<Fields[Name], null> }
}

/** Free-form data that API clients store with a business; this app doesn't read it. */
const OBJECTS = { address: jsonObject('Address'), settings: jsonObject('Settings') }

/** Details that are absent or empty become null. */
export const CreateBusinessInput = v.object({
  name: BusinessName,
  ...nullUnlessGiven(DETAILS),
  address: v.optional(OBJECTS.address, {}),
  settings: v.optional(OBJECTS.settings, {}),
})
export type CreateBusinessInput = v.InferOutput<typeof CreateBusinessInput>

/** Absent details stay unchanged; empty ones are cleared. */
export const UpdateBusinessInput = v.object({
  id: BusinessKey,
  ...v.partial(
    v.object({
      name: BusinessName,
      ...DETAILS,
      ...OBJECTS,
      isActive: v.boolean('Active must be on or off.'),
    }),
  ).entries,
})
export type UpdateBusinessInput = v.InferOutput<typeof UpdateBusinessInput>

export const ListBusinessesInput = v.optional(
  v.object({ search: v.optional(SearchText), isActive: v.optional(v.boolean('Active must be on or off.')) }),
  {},
)
export type ListBusinessesInput = v.InferOutput<typeof ListBusinessesInput>

export const CountBusinessesInput = v.optional(
  v.object({ isActive: v.optional(v.boolean('Active must be on or off.')) }),
  {},
)
export type CountBusinessesInput = v.InferOutput<typeof CountBusinessesInput>

export const BusinessId = v.object({ id: BusinessKey })
export type BusinessId = v.InferOutput<typeof BusinessId>

export const BusinessStatsInput = v.optional(v.object({ ledger: LedgerChoice }), {})
export type BusinessStatsInput = v.InferOutput<typeof BusinessStatsInput>

export const DELETED_KEPT_DAYS = 14

export interface DeletedBusiness {
  id: string
  name: string
  /** Time at which the business is erased permanently (ISO 8601, UTC). */
  erasedAt: string
}

export interface BusinessView extends CreateBusinessInput {
  id: string
  /** Null if the account is gone. */
  userId: string | null
  isActive: boolean
  createdAt: string
  updatedAt: string
}

/** Excludes free-form data of API clients. */
export type ShownBusiness = Omit<BusinessView, 'userId' | 'address' | 'settings'>

export interface BusinessChoice {
  id: string
  name: string
}
