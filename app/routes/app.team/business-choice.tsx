import { useState } from 'react'
import type { TeamAccess } from '#worker/rules/organizations.ts'

interface BusinessChoiceProps extends Pick<TeamAccess, 'businesses'> {
  /** Businesses checked at first; null for all. */
  limit: readonly string[] | null
  error: string | undefined
}

const LABEL = 'flex min-h-11 items-center gap-3 text-sm dense:min-h-8'
const BOX = 'size-5 shrink-0 accent-primary'
const SEES_ALL = 'seesAll'
const BUSINESS = 'businessIds'

export function BusinessChoice({ businesses, limit, error }: BusinessChoiceProps) {
  const [seesAll, setSeesAll] = useState(limit === null)
  return (
    <>
      <label className={LABEL}>
        <input
          type="checkbox"
          name={SEES_ALL}
          className={BOX}
          checked={seesAll}
          onChange={(event) => setSeesAll(event.target.checked)}
        />
        Can see all businesses, and those you add later
      </label>
      <fieldset hidden={seesAll} className="grid gap-1" aria-describedby={error && 'businesses-error'}>
        <legend className="mb-1 text-sm font-medium">Can see only these</legend>
        {businesses.map((business) => (
          <label key={business.id} className={LABEL}>
            <input
              type="checkbox"
              name={BUSINESS}
              value={business.id}
              defaultChecked={limit?.includes(business.id)}
              aria-invalid={error ? true : undefined}
              className={BOX}
            />
            <span className="min-w-0 wrap-anywhere">{business.name}</span>
          </label>
        ))}
        {error && (
          <p id="businesses-error" className="text-sm text-destructive">
            {error}
          </p>
        )}
      </fieldset>
    </>
  )
}

/** Null for all businesses. */
export function chosenBusinesses(fields: FormData): string[] | null {
  return fields.has(SEES_ALL) ? null : fields.getAll(BUSINESS).map(String)
}

/** @param limit null for all */
export function seen(limit: readonly string[] | null): string {
  if (limit === null) return 'all businesses'
  return limit.length === 1 ? '1 business' : `${limit.length} businesses`
}
