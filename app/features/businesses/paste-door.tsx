import { Form } from '@remix-run/react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PlansLink } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { errorReason, errorText, fieldErrors } from '#app/lib/api.ts'
import { cn } from '#app/lib/cn.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import type { FoundPlaceView } from '#worker/rules/found-place.ts'

const loadFoundPlace = () => import('./found-place.client.tsx')
const FoundPlace = onDemand(loadFoundPlace)

interface PasteDoorProps {
  link?: string
  className?: string
  /** Called with the new business's id before the screen reloads its data. */
  onAdded?: (id: string) => void
  /** Shown until a place is found. */
  children?: ReactNode
}

/** Field for a link or name of a place. Before hydration, it submits to the form for a new business. */
export function PasteDoor({ link: given = '', className, onAdded, children }: PasteDoorProps) {
  const field = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState(given)
  const [found, setFound] = useState<FoundPlaceView | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isPlanLimit, setPlanLimit] = useState(false)
  const [isLooking, setLooking] = useState(false)

  async function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isLooking) return
    const form = event.currentTarget
    const pasted = () => String(new FormData(form).get('link') ?? '').trim()
    setPlanLimit(false)
    if (pasted() === '') return setError('Paste the link to your business first.')
    setLooking(true)
    setLink(pasted())
    await untilServerIsThere(() => setError(SENT_LATER))
    setError(null)
    try {
      setFound(await (await loadFoundPlace()).findPlace(pasted()))
    } catch (reason) {
      setError(fieldErrors(reason).link ?? errorText(reason))
      setPlanLimit(errorReason(reason) === 'plan_limit')
    }
    setLooking(false)
  }

  function askAgain() {
    setFound(null)
    // Wait until the field is rendered again.
    requestAnimationFrame(() => field.current?.focus())
  }

  if (found) return <FoundPlace place={found} onReject={askAgain} onAdded={onAdded} />
  return (
    <>
      <Form action="/app/businesses/new" onSubmit={look} className={cn('grid gap-3', className)} noValidate>
        <Field label="Paste your Google or Yelp link" error={error}>
          {(control) => (
            <Input
              {...control}
              ref={field}
              name="link"
              defaultValue={link}
              autoComplete="off"
              maxLength={2_048}
              placeholder="https://maps.app.goo.gl/…"
            />
          )}
        </Field>
        {isPlanLimit && (
          <p className="text-sm">
            <PlansLink />
          </p>
        )}
        <Button type="submit" pending={isLooking}>
          Find my business
        </Button>
      </Form>
      {children}
    </>
  )
}
