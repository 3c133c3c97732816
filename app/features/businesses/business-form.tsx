import { type FocusEvent, type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { PlansLink } from '#app/components/text-link.tsx'
import { Alert, AlertDescription } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Textarea } from '#app/components/ui/input.tsx'
import { api, errorReason, errorText, fieldErrors } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import type { ShownBusiness } from '#worker/rules/businesses.ts'
import {
  isLink,
  LISTING_FIELDS,
  type ListingPlatform,
  linkIn,
  linkProblem,
} from '#worker/rules/found-place.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'

type FormField = Exclude<keyof ShownBusiness, 'id' | 'isActive' | 'createdAt' | 'updatedAt'>
export type Values = { name: string } & Partial<Record<Exclude<FormField, 'name'>, string>>

const LINK_FIELDS = [
  {
    platform: 'google',
    name: LISTING_FIELDS.google,
    hint: 'On Google Maps, open your business, choose Share and paste the link.',
    placeholder: 'https://maps.app.goo.gl/…',
  },
  {
    platform: 'yelp',
    name: LISTING_FIELDS.yelp,
    hint: 'The address of your business page on Yelp.',
    placeholder: 'https://www.yelp.com/biz/…',
  },
  {
    platform: 'tripadvisor',
    name: LISTING_FIELDS.tripadvisor,
    hint: 'The address of your page on TripAdvisor.',
    placeholder: 'https://www.tripadvisor.com/Restaurant_Review-…',
  },
] as const

interface DetailField {
  name: Exclude<FormField, 'name' | (typeof LINK_FIELDS)[number]['name']>
  label: string
  maxLength: number
  hint?: string
  wide?: boolean
  type?: 'email' | 'tel' | 'url'
  autoComplete?: string
}

const INDUSTRY: DetailField = { name: 'industry', label: 'Industry', maxLength: 120 }

const FOLDED_FIELDS: readonly DetailField[] = [
  { name: 'location', label: 'Location', maxLength: 200, wide: true },
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
const DETAIL_FIELDS = [INDUSTRY, ...FOLDED_FIELDS]

interface BusinessFormProps {
  business: Partial<ShownBusiness>
  platforms: readonly Platform[]
  submitLabel: string
  /** May reject: the form then shows the error and keeps its input. */
  onSave: (values: Values) => Promise<void>
}

type Errors = Readonly<Partial<Record<string, string>>>

function linkProblems(values: Partial<ShownBusiness> | Values, platforms: readonly Platform[]): Errors {
  const hasFacebook = platforms.includes('facebook')
  const problemOf = (platform: ListingPlatform, link: string) =>
    linkProblem(platform, link, hasFacebook) ?? undefined
  return Object.fromEntries(
    LINK_FIELDS.map(({ platform, name }) => [name, problemOf(platform, values[name] ?? '')]),
  )
}

export function BusinessForm({ business, platforms, submitLabel, onSave }: BusinessFormProps) {
  const [errors, setErrors] = useState<Errors>(() => linkProblems(business, platforms))
  const [failure, setFailure] = useState<{ text: string; isLimit: boolean } | null>(null)
  const [saving, setSaving] = useState(false)
  const isReady = useHydrated()
  const [detailsOpen, setDetailsOpen] = useState(false)
  const filledDetails = FOLDED_FIELDS.filter(({ name }) => business[name]).length

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    setSaving(true)
    setFailure(null)
    const filled = event.currentTarget
    await untilServerIsThere(() => setFailure({ text: SENT_LATER, isLimit: false }))
    // Don't send if the form was left meanwhile.
    if (!filled.isConnected) return
    setFailure(null)
    const values = valuesOf(new FormData(filled))
    try {
      const faults = await linkFaults(values, business)
      if (Object.keys(faults).length > 0) return refuse(faults, null)
      await onSave(values)
    } catch (error) {
      refuse(fieldErrors(error), error)
    }

    function refuse(beside: Errors, error: unknown) {
      const names = Object.keys(beside)
      // The next frame may come before React has marked the fields, and a closed section can't take the focus.
      flushSync(() => {
        setErrors({ ...linkProblems(values, platforms), ...beside })
        setFailure(
          names.length > 0 ? null : { text: errorText(error), isLimit: errorReason(error) === 'plan_limit' },
        )
        if (FOLDED_FIELDS.some(({ name }) => beside[name])) setDetailsOpen(true)
        setSaving(false)
      })
      filled.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    }
  }

  function checkLink(platform: ListingPlatform, { target }: FocusEvent<HTMLInputElement>) {
    target.value = linkIn(target.value)
    setErrors((before) => ({
      ...before,
      [target.name]: linkProblem(platform, target.value, platforms.includes('facebook')) ?? undefined,
    }))
  }

  const text = (name: FormField) => ({ name, defaultValue: business[name] ?? '' })
  return (
    <Card className="p-5 sm:p-6">
      <form onSubmit={save} className="grid gap-5" noValidate>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name" error={errors.name}>
            {(control) => (
              <Input {...control} {...text('name')} required maxLength={120} autoComplete="organization" />
            )}
          </Field>
          <Field label={INDUSTRY.label} optional error={errors.industry}>
            {(control) => (
              <Input {...control} {...text('industry')} maxLength={INDUSTRY.maxLength} placeholder="Café" />
            )}
          </Field>
        </div>
        <h2 className="border-t pt-5 font-semibold tracking-tight">Where its reviews are</h2>
        {LINK_FIELDS.filter(({ platform }) => platforms.includes(platform)).map(
          ({ platform, name, hint, placeholder }) => (
            <Field
              key={name}
              label={`${PLATFORM_NAMES[platform]} link`}
              optional
              error={errors[name]}
              hint={hint}
            >
              {(control) => (
                <Input
                  {...control}
                  {...text(name)}
                  type="url"
                  inputMode="url"
                  maxLength={2_048}
                  placeholder={placeholder}
                  onBlur={(event) => checkLink(platform, event)}
                />
              )}
            </Field>
          ),
        )}
        <details open={detailsOpen} onToggle={(event) => setDetailsOpen(event.currentTarget.open)}>
          <summary className="w-fit cursor-pointer py-3 text-sm font-medium text-primary">
            Contact and address{' '}
            <span className="font-normal text-muted-foreground">
              {filledDetails === 0 ? '(optional)' : `(${filledDetails} filled in)`}
            </span>
          </summary>
          <div className="mt-3 grid gap-5 sm:grid-cols-2">
            {FOLDED_FIELDS.map(({ name, label, wide, hint, ...attributes }) => (
              <Field
                key={name}
                label={label}
                error={errors[name]}
                hint={hint}
                className={wide ? 'sm:col-span-2' : undefined}
              >
                {(control) =>
                  name === 'description' ? (
                    <Textarea {...control} {...text(name)} maxLength={attributes.maxLength} />
                  ) : (
                    <Input {...control} {...text(name)} {...attributes} />
                  )
                }
              </Field>
            ))}
          </div>
        </details>
        {failure && (
          <Alert variant="destructive">
            <AlertDescription>
              {failure.text} {failure.isLimit && <PlansLink />}
            </AlertDescription>
          </Alert>
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <LinkButton to="/app/businesses" variant="outline">
            Cancel
          </LinkButton>
          {/* Until the submit handler is attached, the browser would send the form as a page request. */}
          <Button type="submit" pending={saving} disabled={!isReady}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The typed values; '' for empty fields. Unrendered fields are left out and stay unchanged. */
function valuesOf(form: FormData): Values {
  const values: Values = { name: String(form.get('name') ?? '') }
  for (const { name } of [...LINK_FIELDS, ...DETAIL_FIELDS]) {
    const typed = form.get(name)
    if (typed !== null) values[name] = String(typed)
  }
  return values
}

type Links = Partial<Record<(typeof LISTING_FIELDS)[keyof typeof LISTING_FIELDS], string | null>>

/** Errors of changed links that don't lead to a place. A link that can't be checked is accepted. */
async function linkFaults(values: Links, before: Links): Promise<Partial<Record<string, string>>> {
  const changed = Object.values(LISTING_FIELDS).flatMap((name) => {
    const link = values[name] ?? ''
    return isLink(link) && link !== before[name] ? [{ name, link }] : []
  })
  const faults = await Promise.all(
    changed.map(async ({ name, link }) => {
      const fault = await api.collection.findPlace.mutate({ link }).then(
        () => null,
        (error: unknown) => fieldErrors(error).link ?? null,
      )
      return fault === null ? [] : [[name, fault] as const]
    }),
  )
  return Object.fromEntries(faults.flat())
}
