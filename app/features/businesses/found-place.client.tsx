import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/mutate.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import {
  alreadyListed,
  type FoundPlaceView,
  LISTING_FIELDS,
  type NamedPlaceView,
  ratingBasis,
} from '#worker/rules/found-place.ts'
import { KIND_ANSWERS, KIND_QUESTION } from '#worker/rules/kind-answers.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { addAndCollect } from '../collection/collect-first.ts'

/** @param pasted link or name of the place */
export function findPlace(pasted: string): Promise<FoundPlaceView> {
  return api.collection.findPlace.mutate({ link: pasted })
}

interface FoundPlaceProps {
  place: FoundPlaceView
  onReject: () => void
  /** Called with the id of the new business, before the screen reloads its data. */
  onAdded?: ((id: string) => void) | undefined
}

export default function FoundPlace({ place: found, onReject, onAdded }: FoundPlaceProps) {
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const [place, setPlace] = useState(found)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const { busy, act } = useAction()
  const { platform, link, name, address, rating, seen, newest, problem, category, asksKind } = place
  const { isNameGuessed, isListed, listedAs, mayBelongTo } = place

  // Focus the heading, because the pressed button disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another place, which has its own heading
  useEffect(() => heading.current?.focus(), [link])

  function show(other: NamedPlaceView) {
    return act(other.link, async () => {
      const looked = await findPlace(other.link)
      setFailure(null)
      setPlace({ ...looked, name: other.name, address: other.address || null })
    })
  }

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isAdding) return
    setAdding(true)
    setFailure(null)
    const form = event.currentTarget
    await untilServerIsThere(() => setFailure(SENT_LATER))
    // Don't add this place if another link was chosen meanwhile.
    if (!form.isConnected) return
    setFailure(null)
    const answers = new FormData(form)
    const typed = String(answers.get('name') ?? name)
    const industry = String(answers.get('industry') ?? category ?? '')
    try {
      await addAndCollect(
        { name: typed, [LISTING_FIELDS[platform]]: link, ...(industry && { industry }) },
        onAdded,
      )
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
        {(category || address) && (
          <p className="text-muted-foreground">{[category, address].filter(Boolean).join(' · ')}</p>
        )}
        {rating !== null && (
          <p className="flex flex-wrap items-center gap-2">
            <Stars rating={rating} />
            <span className="font-medium">{format.rating(rating)}</span>
            <span className="text-muted-foreground">{ratingBasis(place, format.number)}</span>
          </p>
        )}
        {newest && (
          <figure className="text-muted-foreground">
            <figcaption>Newest review, by {newest.authorName}:</figcaption>
            <blockquote dir="auto" className="line-clamp-3">
              {newest.reviewText || 'Stars only'}
            </blockquote>
          </figure>
        )}
        {problem && !isListed && (
          <p>We couldn’t check this place. {problem} If the link is right, you can still add it.</p>
        )}
        {!problem && !isListed && seen === 0 && (
          <p className="text-muted-foreground">{PLATFORM_NAMES[platform]} shows no reviews for it.</p>
        )}
      </div>
      {isListed && (
        <Alert variant="info">
          <p>
            {alreadyListed(listedAs?.name ?? null)}{' '}
            {listedAs && <TextLink href={`/app/businesses#business-${listedAs.id}`}>Show it</TextLink>}
          </p>
        </Alert>
      )}
      {!isListed && <BusinessLinks businesses={mayBelongTo} platform={PLATFORM_NAMES[platform]} />}
      {!isListed && (name === '' || isNameGuessed) && (
        <Field
          key={link}
          label="Name of the business"
          hint={isNameGuessed ? 'From the link. Please correct it: replies are signed with it.' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name="name"
              defaultValue={name}
              required
              maxLength={120}
              autoComplete="organization"
            />
          )}
        </Field>
      )}
      {!isListed && asksKind && (
        <Field label={KIND_QUESTION}>
          {(control) => (
            <Select {...control} name="industry" defaultValue="">
              <option value="">Choose one, or leave it for later</option>
              {Object.values(KIND_ANSWERS).map((answer) => (
                <option key={answer}>{answer}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {failure && <Alert variant="destructive">{failure}</Alert>}
      {!isListed && (
        <Button type="submit" pending={isAdding}>
          That’s mine, get its reviews
        </Button>
      )}
      <OtherPlaces places={found.others.filter((other) => other.link !== link)} busy={busy} onShow={show} />
      <Button variant="ghost" onClick={onReject}>
        {isListed ? 'Try another link' : 'Not mine, try another link'}
      </Button>
    </form>
  )
}

/** Links to existing businesses without a link on this platform, in case the place is one of them. */
function BusinessLinks({ businesses, platform }: { businesses: BusinessChoice[]; platform: string }) {
  if (businesses.length === 0) return null
  return (
    <p className="text-sm text-muted-foreground wrap-anywhere">
      Is it one of your locations? Then add this link there, as its {platform} link:{' '}
      {businesses.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <TextLink href={`/app/businesses/edit?id=${id}`}>{name}</TextLink>
        </Fragment>
      ))}
    </p>
  )
}

interface OtherPlacesProps {
  places: NamedPlaceView[]
  busy: string | null
  onShow: (place: NamedPlaceView) => Promise<void>
}

function OtherPlaces({ places, busy, onShow }: OtherPlacesProps) {
  if (places.length === 0) return null
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="text-muted-foreground">Not the right one? It may be:</p>
      {places.map((place) => (
        <Button
          key={place.link}
          variant="outline"
          className="h-auto min-h-11 justify-start py-2 text-left whitespace-normal wrap-anywhere"
          pending={busy === place.link}
          onClick={() => onShow(place)}
        >
          <span>
            {place.name}
            {place.address && (
              <span className="block font-normal text-muted-foreground">{place.address}</span>
            )}
          </span>
        </Button>
      ))}
    </div>
  )
}
