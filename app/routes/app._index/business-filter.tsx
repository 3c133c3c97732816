import { Form, useSubmit } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import type { BusinessChoice } from '#worker/rules/views.ts'
import type { Chosen } from './chosen.ts'

export interface BusinessFilterProps {
  businesses: BusinessChoice[]
  chosen: Chosen
}

/** Shows the numbers of one business alone. */
export function BusinessFilter({ businesses, chosen: { businessId, ledger } }: BusinessFilterProps) {
  const submit = useSubmit()
  return (
    <Form action="/app?index" className="flex gap-2">
      {ledger === 'all' && <input type="hidden" name="ledger" value={ledger} />}
      <Field label="Business" hideLabel>
        {(control) => (
          <Select
            {...control}
            key={businessId}
            name="businessId"
            defaultValue={businessId ?? ''}
            onChange={(event) => submit(event.currentTarget.form)}
          >
            <option value="">All businesses</option>
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
