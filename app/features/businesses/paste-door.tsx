import { Form } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { api, errorText, fieldErrors } from '#app/lib/api.ts'
import type { FoundPlaceView } from '#worker/rules/found-place.ts'
import { linkIn } from './listing-link.ts'

const FoundPlace = onDemand(() => import('./found-place.client.tsx'))

/** A link, then the place it leads to, then its reviews. Before scripts have come it leads into the form of a business. */
export function PasteDoor() {
  const [found, setFound] = useState<FoundPlaceView | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLooking) return
    const link = linkIn(String(new FormData(event.currentTarget).get('link') ?? ''))
    if (link === '') return setError('Paste the link of your business first.')
    setLooking(true)
    setError(null)
    try {
      // Loaded beside it, so that what was found is displayed at once.
      const [place] = await Promise.all([api.collection.findPlace.mutate({ link }), FoundPlace.preload()])
      setFound(place)
    } catch (reason) {
      setError(fieldErrors(reason).link ?? errorText(reason))
    }
    setLooking(false)
  }

  if (found) return <FoundPlace place={found} onReject={() => setFound(null)} />
  return (
    <Form action="/app/businesses/new" onSubmit={look} className="grid gap-3" noValidate>
      <Field label="Paste your Google or Yelp link" error={error}>
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
      <Button type="submit" pending={isLooking}>
        Find my business
      </Button>
    </Form>
  )
}
