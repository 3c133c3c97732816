import type { BusinessView } from '#worker/rules/views.ts'

/** Fields of a business that a person fills in. */
export type FormField = Exclude<keyof BusinessView, 'id' | 'isActive' | 'createdAt' | 'updatedAt'>
export type Values = { name: string } & Partial<Record<Exclude<FormField, 'name'>, string>>

interface DetailField {
  name: Exclude<FormField, 'name' | 'googleBusinessUrl' | 'yelpBusinessUrl'>
  label: string
  maxLength: number
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
  { name: 'fullAddress', label: 'Address', maxLength: 300, wide: true, autoComplete: 'street-address' },
  { name: 'city', label: 'City', maxLength: 120, autoComplete: 'address-level2' },
  { name: 'state', label: 'State', maxLength: 120, autoComplete: 'address-level1' },
  { name: 'zipCode', label: 'Zip code', maxLength: 20, autoComplete: 'postal-code' },
  { name: 'country', label: 'Country', maxLength: 120, autoComplete: 'country-name' },
]

const OTHER_FIELDS = ['googleBusinessUrl', 'yelpBusinessUrl'] as const

export function isDetailField(name: string): boolean {
  return DETAIL_FIELDS.some((field) => field.name === name)
}

/** The form as the API takes it: everything as typed, empty fields as ''. */
export function valuesOf(form: FormData): Values {
  const typed = (name: string) => String(form.get(name) ?? '')
  const values: Values = { name: typed('name') }
  for (const name of [...OTHER_FIELDS, ...DETAIL_FIELDS.map((field) => field.name)])
    values[name] = typed(name)
  return values
}
