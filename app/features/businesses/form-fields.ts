import type { ShownBusiness } from '#worker/rules/views.ts'
import type { ListingPlatform } from './listing-link.ts'

/** Fields of a business that a person fills in. */
export type FormField = Exclude<keyof ShownBusiness, 'id' | 'isActive' | 'createdAt' | 'updatedAt'>
export type Values = { name: string } & Partial<Record<Exclude<FormField, 'name'>, string>>

interface LinkField {
  platform: ListingPlatform
  name: 'googleBusinessUrl' | 'yelpBusinessUrl' | 'tripadvisorUrl'
  hint: string
  placeholder: string
}

/** What reviews are collected from, in the order of the form. */
export const LINK_FIELDS: readonly LinkField[] = [
  {
    platform: 'google',
    name: 'googleBusinessUrl',
    hint: 'On Google Maps, open your business, choose Share and paste the link.',
    placeholder: 'https://maps.app.goo.gl/…',
  },
  {
    platform: 'yelp',
    name: 'yelpBusinessUrl',
    hint: 'The address of your business page on Yelp.',
    placeholder: 'https://www.yelp.com/biz/…',
  },
  {
    platform: 'tripadvisor',
    name: 'tripadvisorUrl',
    hint: 'The address of your page on TripAdvisor.',
    placeholder: 'https://www.tripadvisor.com/Restaurant_Review-…',
  },
]

interface DetailField {
  name: Exclude<FormField, 'name' | LinkField['name']>
  label: string
  maxLength: number
  hint?: string
  /** Takes the whole width. */
  wide?: boolean
  type?: 'email' | 'tel' | 'url'
  autoComplete?: string
}

/** What may be left empty and is folded away at first, in the order of the form. */
export const DETAIL_FIELDS: readonly DetailField[] = [
  { name: 'industry', label: 'Industry', maxLength: 120 },
  { name: 'location', label: 'Location', maxLength: 200 },
  { name: 'phone', label: 'Phone', maxLength: 40, type: 'tel', autoComplete: 'tel' },
  { name: 'email', label: 'E-mail', maxLength: 254, type: 'email', autoComplete: 'email' },
  { name: 'website', label: 'Website', maxLength: 2_048, type: 'url', wide: true },
  { name: 'description', label: 'Description', maxLength: 2_000, wide: true },
  {
    name: 'logoUrl',
    label: 'Logo',
    maxLength: 2_048,
    type: 'url',
    wide: true,
    hint: 'The https:// address of a picture. It appears on the Businesses screen.',
  },
  { name: 'fullAddress', label: 'Address', maxLength: 300, wide: true, autoComplete: 'street-address' },
  { name: 'city', label: 'City', maxLength: 120, autoComplete: 'address-level2' },
  { name: 'state', label: 'State', maxLength: 120, autoComplete: 'address-level1' },
  { name: 'zipCode', label: 'Zip code', maxLength: 20, autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', maxLength: 120, autoComplete: 'country-name' },
]

export function isDetailField(name: string): boolean {
  return DETAIL_FIELDS.some((field) => field.name === name)
}

/** The form as the API takes it: everything as typed, empty fields as ''; a field the form does not show stays as it is. */
export function valuesOf(form: FormData): Values {
  const values: Values = { name: String(form.get('name') ?? '') }
  for (const { name } of [...LINK_FIELDS, ...DETAIL_FIELDS]) {
    const typed = form.get(name)
    if (typed !== null) values[name] = String(typed)
  }
  return values
}
