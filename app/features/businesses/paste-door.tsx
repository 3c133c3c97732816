import { Form } from '@remix-run/react'
import { type FormEvent, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { errorText, fieldErrors } from '#app/lib/api.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import type { FoundPlaceView } from '#worker/rules/found-place.ts'

const loadFoundPlace = () => import('./found-place.client.tsx')
const FoundPlace = onDemand(loadFoundPlace)

/** A link, then the place it leads to, then its reviews. Before scripts have come it leads into the form of a business. */
export function PasteDoor() {
  const field = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<FoundPlaceView | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isLooking, setLooking] = useState(false)

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLooking) return
    const form = event.currentTarget
    const pasted = () => String(new FormData(form).get('link') ?? '').trim()
    if (pasted() === '') return setError('Paste the link to your business first.')
    setLooking(true)
    await untilServerIsThere(() => setError(SENT_LATER))
    setError(null)
    try {
      setFound(await (await loadFoundPlace()).findPlace(pasted()))
    } catch (reason) {
      setError(fieldErrors(reason).link ?? errorText(reason))
    }
    setLooking(false)
  }

  function askAgain() {
    setFound(null)
    // After the field is back.
    requestAnimationFrame(() => field.current?.focus())
  }

  if (found) return <FoundPlace place={found} onReject={askAgain} />
  return (
    <Form action="/app/businesses/new" onSubmit={look} className="grid gap-3" noValidate>
      <Field label="Paste your Google or Yelp link" error={error}>
        {(control) => (
          <Input
            {...control}
            ref={field}
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
