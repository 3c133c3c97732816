import { Link } from '@remix-run/react'
import { useState, useTransition } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PlansButton } from '#app/components/text-link.tsx'
import { Alert, AlertTitle } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { KindQuestion } from '#app/features/businesses/kind-question.tsx'
import { RemoveSamples } from '#app/features/businesses/sample-banner.tsx'
import { fetchState, outsideHistory } from '#app/features/collection/fetch-state.ts'
import { RemedyButton } from '#app/features/collection/remedy-button.tsx'
import { pausedBecause, SourceLine } from '#app/features/collection/source-line.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import { STATISTICS_FAILED } from '#worker/rules/error-texts.ts'
import { planLimits } from '#worker/rules/plans.ts'
import type { ListedBusiness } from './business-filters.tsx'
import { BusinessMenuButton, type BusinessMenuProps } from './business-menu-button.tsx'
import { CollectAll } from './collect-all.tsx'

const DeleteBusiness = onDemand(() => import('./delete-business.client.tsx'))

export function BusinessCard({ business }: { business: ListedBusiness }) {
  const [isActive, setActive] = useActiveSwitch(business)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const mayChange = useMay('businesses.update')
  const { id, name, sources, aboveLimit } = business
  const { industry, fullAddress, location, city } = business
  const details = fullAddress ? [industry, fullAddress] : [industry, location, city]
  const faults = isActive ? business.faults : []

  return (
    <Card id={`business-${id}`} className="flex min-w-0 scroll-mt-20 flex-col p-5">
      <div className="flex items-start gap-4">
        {business.logoUrl && <Logo url={business.logoUrl} />}
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold tracking-tight wrap-anywhere">{name}</h2>
          {details.some(Boolean) && (
            <p className="text-sm wrap-anywhere text-muted-foreground">
              {details.filter(Boolean).join(' · ')}
            </p>
          )}
        </div>
        {business.isSample ? (
          <Badge variant="info">Sample</Badge>
        ) : (
          !isActive && <Badge variant="outline">Paused</Badge>
        )}
        {aboveLimit && <Badge variant="neutral">Above your plan's limit</Badge>}
      </div>
      {business.asksKind && mayChange && (
        <div className="mt-4">
          <KindQuestion id={id} name={name} />
        </div>
      )}
      <BusinessFigures business={business} />
      {faults.map(({ platform, title, text }) => (
        <Alert
          key={platform}
          variant="warning"
          role="group"
          aria-labelledby={`fault-${id}-${platform}`}
          className="mt-4 wrap-anywhere"
        >
          <AlertTitle id={`fault-${id}-${platform}`}>{title}</AlertTitle>
          <p>{text}</p>
        </Alert>
      ))}
      <ul className="mt-4 mb-4 divide-y border-t pt-4">
        {sources.map((source) => (
          <SourceLine
            key={source.platform}
            businessId={id}
            source={source}
            pausedBecause={pausedBecause({ isActive, aboveLimit })}
            hidesFailure={faults.some(({ platform }) => platform === source.platform)}
            canStart={false}
          />
        ))}
        {sources.length === 0 && (
          <li className="text-sm text-muted-foreground">{withoutSources(business)}</li>
        )}
      </ul>
      {mayChange && (
        <div className="mt-auto flex items-center justify-between gap-2 border-t pt-4">
          <MainAction business={business} isActive={isActive} setActive={setActive} />
          {!business.isSample && (
            <BusinessMenu
              business={business}
              isActive={isActive}
              setActive={setActive}
              onDelete={() => setAsksToDelete(true)}
            />
          )}
        </div>
      )}
      {asksToDelete && (
        <DeleteBusiness
          business={business}
          onClose={() => setAsksToDelete(false)}
          onFailure={() => setAsksToDelete(false)}
        />
      )}
    </Card>
  )
}

function withoutSources({ isSample, unread }: ListedBusiness): string {
  if (unread.sources) return 'The sources could not be loaded.'
  return isSample ? 'Sample reviews for looking around.' : 'Nothing to collect from yet.'
}

function BusinessFigures({ business }: { business: ListedBusiness }) {
  const format = useFormat()
  const { id, reviewCount, pendingCount, averageRating, unread } = business
  const { historyDays } = planLimits(useViewer().plan)
  if (unread.figures) return <p className="mt-3 text-sm text-muted-foreground">{STATISTICS_FAILED}</p>
  if (reviewCount === 0) {
    return (
      <p className="mt-3 text-sm text-muted-foreground">
        {/* The sources below explain why there are none. */}
        {fetchState([business]) === 'outside history' ? outsideHistory(historyDays) : 'No reviews yet'}
      </p>
    )
  }
  const linkClasses = 'inline-flex min-h-11 items-center text-primary hover:underline dense:min-h-0'
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="flex items-center gap-2">
        <Stars rating={averageRating} />
        <span className="font-medium">{format.rating(averageRating)}</span>
      </span>
      <Link to={`/app/reviews?businessId=${id}`} className={linkClasses}>
        {format.number(reviewCount)} {reviewCount === 1 ? 'review' : 'reviews'}
      </Link>
      {pendingCount > 0 ? (
        <Link to={`/app/reviews?status=pending&businessId=${id}`} className={linkClasses}>
          {format.number(pendingCount)} {pendingCount === 1 ? 'needs' : 'need'} an answer
        </Link>
      ) : (
        <span className="text-muted-foreground">All answered</span>
      )}
    </p>
  )
}

interface MainActionProps {
  business: ListedBusiness
  isActive: boolean
  setActive: (isActive: boolean) => void
}

/** The most useful button: resumes or repairs collecting if necessary, otherwise collects now. */
function MainAction({ business, isActive, setActive }: MainActionProps) {
  const { id, name, faults, aboveLimit, sources, isSample, unread } = business
  if (isSample) return <RemoveSamples sampleId={id} />
  if (!isActive) {
    return (
      <Button variant="outline" aria-label={`Resume collecting: ${name}`} onClick={() => setActive(true)}>
        Resume collecting
      </Button>
    )
  }
  if (aboveLimit) {
    return <PlansButton variant="outline" />
  }
  const remedy = faults.find(({ action }) => action !== null)?.action
  if (remedy) return <RemedyButton action={remedy} />
  if (sources.length > 0 || unread.sources) return <CollectAll business={business} />
  return (
    <LinkButton to={`/app/businesses/edit?id=${id}`} aria-label={`Add the link: ${name}`}>
      Add the link
    </LinkButton>
  )
}

/** Decorative, because the name is beside it. */
function Logo({ url }: { url: string }) {
  return (
    <img
      src={url}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      // The picture's host needn't know where it is displayed.
      referrerPolicy="no-referrer"
      className="size-10 shrink-0 rounded-lg border bg-muted object-contain"
    />
  )
}

/** Switches a business on or off optimistically; reverts with a message if the server refuses. */
function useActiveSwitch({ id, name, isActive, updatedAt }: ListedBusiness) {
  // State to show until the server returns it.
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

const OpenBusinessMenu = onDemand(() => import('./open-business-menu.client.tsx'))

/** The menu's code is loaded when the button is first pressed. */
function BusinessMenu(props: BusinessMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const { name } = props.business
  if (!isUsed) {
    return (
      <BusinessMenuButton
        name={name}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={isOpening}
        onPointerDown={OpenBusinessMenu.preload}
        onClick={() => startOpening(() => setIsUsed(true))}
      />
    )
  }
  return (
    <OpenBusinessMenu
      {...props}
      fallback={<BusinessMenuButton name={name} aria-haspopup="menu" aria-busy />}
      onFailure={() => setIsUsed(false)}
    />
  )
}
