import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { FoundPlaceView } from '#worker/rules/found-place.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { addAndCollect } from './add-and-collect.ts'
import { linkIn } from './listing-link.ts'

const URL_FIELDS = {
  google: 'googleBusinessUrl',
  yelp: 'yelpBusinessUrl',
  tripadvisor: 'tripadvisorUrl',
} as const

/** What a pasted link leads to. */
export function findPlace(pasted: string): Promise<FoundPlaceView> {
  return api.collection.findPlace.mutate({ link: linkIn(pasted) })
}

interface FoundPlaceProps {
  place: FoundPlaceView
  /** It is another place. */
  onReject: () => void
}

/** The place a link leads to. One button says that it is the right one, and its reviews arrive. */
export default function FoundPlace({ place, onReject }: FoundPlaceProps) {
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { platform, link, name, rating, total, seen, newest, problem } = place

  // What was pressed is gone.
  useEffect(() => heading.current?.focus(), [])

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isAdding) return
    setAdding(true)
    setFailure(null)
    const form = event.currentTarget
    await untilServerIsThere(() => setFailure(SENT_LATER))
    // Whoever has chosen another link meanwhile doesn't add this one.
    if (!form.isConnected) return
    setFailure(null)
    const typed = String(new FormData(form).get('name') ?? name)
    try {
      await addAndCollect({ name: typed, [URL_FIELDS[platform]]: link })
    } catch (error) {
      setFailure(errorText(error))
      setAdding(false)
    }
  }

  return (
    <form onSubmit={add} className="grid gap-3" aria-label="The place that was found">
      <div className="grid gap-2 rounded-lg border p-4 text-sm wrap-anywhere">
        <h3 ref={heading} tabIndex={-1} className="text-base font-semibold">
          {name || `A place on ${PLATFORM_NAMES[platform]}`}
        </h3>
        {rating !== null && (
          <p className="flex flex-wrap items-center gap-2">
            <Stars rating={rating} />
            <span className="font-medium">{format.rating(rating)}</span>
            <span className="text-muted-foreground">
              {total === null
                ? `average of the newest ${format.number(seen)}`
                : `${format.number(total)} ${total === 1 ? 'review' : 'reviews'} on ${PLATFORM_NAMES[platform]}`}
            </span>
          </p>
        )}
        {newest && (
          <figure className="text-muted-foreground">
            <figcaption>Newest review, by {newest.authorName}:</figcaption>
            <blockquote dir="auto" className="line-clamp-3">
              {newest.reviewText || 'A rating without text.'}
            </blockquote>
          </figure>
        )}
        {problem && <p>{problem} You can still add it.</p>}
        {!problem && seen === 0 && (
          <p className="text-muted-foreground">{PLATFORM_NAMES[platform]} shows no reviews for it.</p>
        )}
      </div>
      {name === '' && (
        <Field label="Name of the business">
          {(control) => (
            <Input {...control} name="name" required maxLength={120} autoComplete="organization" />
          )}
        </Field>
      )}
      {failure && <Alert variant="destructive">{failure}</Alert>}
      <Button type="submit" pending={isAdding}>
        Yes, get its reviews
      </Button>
      <Button variant="ghost" onClick={onReject}>
        No, try another link
      </Button>
    </form>
  )
}
