import { Form } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'

/** The start of everything: one field, which leads into the form of a business. */
export function FirstBusiness() {
  return (
    <Card className="mt-4 w-full max-w-2xl p-6 sm:p-8">
      <h2 className="text-xl font-semibold tracking-tight text-balance">
        Which place do you want to read the reviews of?
      </h2>
      <p className="mt-2 text-sm text-muted-foreground">
        Open your business on Google Maps or Yelp, choose Share and copy the link. The first reviews are here
        a moment later.
      </p>
      <Form action="/app/businesses/new" className="mt-5 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <Field label="Paste your Google or Yelp link">
          {(control) => (
            <Input
              {...control}
              name="link"
              inputMode="url"
              autoComplete="off"
              maxLength={2_048}
              placeholder="https://maps.app.goo.gl/…"
            />
          )}
        </Field>
        <Button type="submit">Continue</Button>
      </Form>
    </Card>
  )
}
