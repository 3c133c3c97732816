import { Link } from '@remix-run/react'
import { useState } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { Switch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { SourceLine } from '#app/features/collection/source-line.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import type { BusinessOverview } from '#worker/rules/views.ts'
import { CollectAll } from './collect-all.tsx'

/** A location with its numbers, its sources and what can be done with it. */
export function BusinessCard({ business }: { business: BusinessOverview }) {
  const format = useFormat()
  const [isActive, setActive] = useActiveSwitch(business)
  const [isDeleted, setDeleted] = useState(false)
  const { id, name, reviewCount, averageRating, sources } = business
  if (isDeleted) return null

  const { industry, fullAddress, location, city } = business
  const details = fullAddress ? [industry, fullAddress] : [industry, location, city]
  const collected = reviewCount > 0 ? `its ${format.number(reviewCount)} collected reviews, ` : ''
  const paused = pausedBecause(isActive, business.aboveLimit)
  const links = [
    { text: 'Sources', to: `/app/businesses/${id}/sources`, label: `Sources of ${name}` },
    { text: 'Connect', to: connectScreen(id), label: `Connect ${name}` },
    { text: 'Add reviews', to: `/app/businesses/${id}/import`, label: `Add reviews to ${name}` },
    { text: 'Edit', to: `/app/businesses/edit?id=${id}`, label: `Edit ${name}` },
  ]

  async function remove() {
    // Gone at once; back with the reason if the server refuses.
    setDeleted(true)
    const removed = await mutateOrToast(
      api.businesses.remove.mutate({ id }),
      'business-updated',
      `${name} is still here`,
    )
    if (removed === null) setDeleted(false)
    else toast.success(`${name} and its reviews are deleted.`)
  }

  return (
    <Card id={`business-${id}`} className="scroll-mt-20 p-5">
      <div className="flex items-start gap-4">
        {business.logoUrl && <Logo url={business.logoUrl} />}
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold tracking-tight break-words">{name}</h2>
          <p className="text-sm break-words text-muted-foreground">
            {details.filter(Boolean).join(' · ') || 'No details yet'}
          </p>
        </div>
        <span className="flex shrink-0 items-center gap-2 text-sm text-muted-foreground">
          {isActive ? 'Active' : 'Paused'}
          <Switch checked={isActive} onCheckedChange={setActive} aria-label={`Collect reviews of ${name}`} />
        </span>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {reviewCount > 0 ? (
          <>
            <Stars rating={averageRating} />
            <span className="font-medium">{format.rating(averageRating)}</span>
            <Link to={`/app/reviews?businessId=${id}`} className="text-primary hover:underline max-md:py-3">
              {format.number(reviewCount)} {reviewCount === 1 ? 'review' : 'reviews'}
            </Link>
          </>
        ) : (
          <span className="text-muted-foreground">
            {sources.some((source) => source.lastSucceededAt)
              ? 'No reviews in the time your plan shows'
              : 'No reviews collected yet'}
          </span>
        )}
        {business.aboveLimit && <Badge variant="neutral">Above your plan's limit</Badge>}
      </p>
      <ul className="mt-4 divide-y border-t pt-4">
        {sources.map((source) => (
          <SourceLine key={source.platform} businessId={id} source={source} pausedBecause={paused} />
        ))}
        {sources.length === 0 && (
          <li className="text-sm text-muted-foreground">
            Nothing to collect from yet.{' '}
            <Link to={`/app/businesses/edit?id=${id}`} className="font-medium text-primary hover:underline">
              Add the Google or Yelp link
            </Link>
          </li>
        )}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2 border-t pt-4">
        {sources.length > 1 && paused === null && <CollectAll business={business} />}
        {links.map(({ text, to, label }) => (
          <LinkButton key={text} to={to} variant="outline" size="sm" aria-label={label}>
            {text}
          </LinkButton>
        ))}
        <ConfirmButton
          trigger={{
            variant: 'ghost',
            size: 'sm',
            className: 'text-destructive',
            'aria-label': `Delete ${name}`,
            children: 'Delete',
          }}
          title={`Delete ${name}?`}
          text={
            <>
              This deletes the business, {collected}the replies written here and its statistics. It can't be
              undone. Your listings on Google and Yelp stay as they are.
              {business.isActive && ' To stop collecting and keep everything, switch it to paused instead.'}
            </>
          }
          action="Delete for good"
          isDestructive
          onAction={remove}
        />
      </div>
    </Card>
  )
}

/** Decoration: the name beside it says the same. */
function Logo({ url }: { url: string }) {
  return (
    <img
      src={url}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      // Whoever hosts the picture need not know where it is displayed.
      referrerPolicy="no-referrer"
      className="size-10 shrink-0 rounded-lg border bg-muted object-contain"
    />
  )
}

function pausedBecause(isActive: boolean, aboveLimit: boolean): string | null {
  if (!isActive) return 'paused: switch it on to collect again'
  return aboveLimit ? 'not collected: your plan allows fewer locations' : null
}

/** Moves at once and goes back with a message if the server refuses. */
function useActiveSwitch({ id, name, isActive, updatedAt }: BusinessOverview) {
  // Until the server's next state of the business arrives.
  const [wanted, setWanted] = useState<{ isActive: boolean; since: string } | null>(null)
  async function setActive(next: boolean) {
    setWanted({ isActive: next, since: updatedAt })
    const changed = await mutateOrToast(
      api.businesses.update.mutate({ id, isActive: next }),
      'business-updated',
      `${name} was not changed`,
    )
    if (changed === null) setWanted(null)
  }
  return [wanted?.since === updatedAt ? wanted.isActive : isActive, setActive] as const
}
