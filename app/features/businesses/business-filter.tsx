import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'

interface BusinessFilterProps {
  action: string
  businesses: BusinessChoice[]
  /** Id of the chosen business; null for all businesses. */
  businessId: string | null
  /** Other query parameters to preserve. */
  kept: Readonly<Record<string, string>>
  /** True if the screen can show all businesses together. */
  hasAll?: boolean
}

export function BusinessFilter({ action, businesses, businessId, kept, hasAll = true }: BusinessFilterProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, { businessId })
  return (
    <Form ref={form} action={action} className="flex gap-2">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field label="Business" hideLabel className="max-w-72">
        {(control) => (
          <Select
            {...control}
            name="businessId"
            defaultValue={businessId ?? ''}
            onChange={(event) => submit(event.currentTarget.form)}
          >
            {hasAll && <option value="">All businesses</option>}
            {businesses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <Button type="submit" variant="outline">
          Show
        </Button>
      </noscript>
    </Form>
  )
}
