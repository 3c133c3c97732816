import { ExternalLink, Lock } from 'lucide'
import { type ReactNode, useId } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { OutsideLink } from '#app/components/text-link.tsx'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { CollectButton, RunProgress } from '#app/features/collection/collect-controls.tsx'
import { RemedyButton } from '#app/features/collection/remedy-button.tsx'
import { type Collection, useCollection } from '#app/features/collection/use-collection.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useConnection } from '#app/lib/connection.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { SourceHealth, SourcesView } from '#worker/rules/source-health.ts'
import { keepsText, SOURCE_TEXTS } from '#worker/rules/source-health-texts.ts'
import type { ShownPlatform, ShownSource } from './shown-sources.server.ts'

const LivePreview = onDemand(() => import('./live-preview.client.tsx'))

const COLLECTING: Pick<ShownPlatform, 'health' | 'action'> = {
  health: { tone: 'quiet', headline: 'Collecting…', text: '' },
  action: null,
}

interface PlatformCardProps {
  entry: ShownPlatform
  business: SourcesView['business']
  mayCollect: boolean
}

export function PlatformCard({ entry, business, mayCollect }: PlatformCardProps) {
  const { source, ...frame } = entry
  if (!source) return <CardFrame {...frame} />
  const isCollected = !frame.isLocked && business.isActive && !business.aboveLimit
  return (
    <SourceCard {...frame} source={source} businessId={business.id} mayCollect={mayCollect && isCollected} />
  )
}

interface SourceCardProps extends CardFrameProps {
  source: ShownSource
  businessId: string
  /** True if this source is collected and the viewer may start a collection. */
  mayCollect: boolean
}

function SourceCard({ source, businessId, mayCollect, ...frame }: SourceCardProps) {
  const collection = useCollection(businessId, source)
  const isHydrated = useHydrated()
  const { name, gives } = SOURCE_TEXTS[source.source]
  return (
    <CardFrame {...frame} {...(collection.isOpen && COLLECTING)}>
      <div className="grid gap-1 text-sm">
        <p>
          <OutsideLink
            href={source.listingUrl}
            className="inline-flex min-h-11 items-center gap-1.5 font-medium hover:underline dense:min-h-0"
          >
            {name}
            <Icon
              of={ExternalLink}
              className="size-3.5 text-muted-foreground"
              aria-label="opens the listing"
            />
          </OutsideLink>
        </p>
        <p className="text-muted-foreground">{gives}</p>
        <p className="text-muted-foreground">{keepsText(source.source, source.keeps)}</p>
      </div>
      <SourceFacts source={source} />
      {source.keeps !== 'reviews' && isHydrated && (
        <LivePreview businessId={businessId} platform={source.platform} />
      )}
      <Collecting source={source} collection={collection} mayCollect={mayCollect} />
    </CardFrame>
  )
}

function SourceFacts({ source }: { source: ShownSource }) {
  const format = useFormat()
  const name = PLATFORM_NAMES[source.platform]
  const { keeps, lastSucceededAt, lastAttemptAt, nextDueAt, statedTotal, statedRating, trouble } = source
  // Sources that may only be displayed live are never collected.
  const isCollected = keeps !== 'nothing'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {isCollected && (
        <Fact name="Last collected">
          {lastSucceededAt ? <RelativeTime date={lastSucceededAt} /> : 'Not yet'}
        </Fact>
      )}
      {trouble && (
        <Fact name="Failing since">
          <RelativeTime date={trouble.since} />
          {lastAttemptAt && lastAttemptAt !== trouble.since && (
            <>
              , last tried <RelativeTime date={lastAttemptAt} />
            </>
          )}
        </Fact>
      )}
      {isCollected && (
        <Fact name="Next try">
          {nextDueAt ? (
            <RelativeTime date={nextDueAt} whenDue="within a minute" />
          ) : (
            'When you press Collect now'
          )}
        </Fact>
      )}
      {keeps === 'reviews' && <Fact name="Stored here">{reviews(source.storedTotal)}</Fact>}
      {statedTotal !== null && (
        <Fact name={`${name} shows`}>
          {reviews(statedTotal)}
          {statedRating !== null && `, ${format.rating(statedRating)} on average`}
        </Fact>
      )}
      {source.history && <Fact name="History">{source.history}</Fact>}
    </dl>
  )

  function reviews(count: number): string {
    return `${format.number(count)} ${count === 1 ? 'review' : 'reviews'}`
  }
}

const BADGES: Record<ShownPlatform['health']['tone'], BadgeProps['variant']> = {
  good: 'positive',
  quiet: 'outline',
  warning: 'neutral',
  bad: 'negative',
}

interface CardFrameProps extends Omit<ShownPlatform, 'source'> {
  children?: ReactNode
}

function CardFrame({ platform, isLocked, health, action, children }: CardFrameProps) {
  const { tone, headline, text } = health
  return (
    <Card aria-label={PLATFORM_NAMES[platform]} role="region" className="grid gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-semibold">
          <PlatformMark platform={platform} />
        </h2>
        <Badge variant={BADGES[tone]}>
          {isLocked && <Icon of={Lock} aria-label="Locked" />}
          {headline}
        </Badge>
      </div>
      {text && <p className="text-sm">{text}</p>}
      {action && <RemedyButton action={action} />}
      {children}
    </Card>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface CollectingProps {
  source: SourceHealth
  collection: Collection
  mayCollect: boolean
}

function Collecting({ source, collection, mayCollect }: CollectingProps) {
  const { run, isOpen, message, trouble } = collection
  return (
    <div className="grid gap-3 empty:hidden">
      {isOpen && (
        <div className="grid gap-2 text-sm">
          <p className="font-medium">{message?.headline}</p>
          <RunProgress platform={source.platform} run={run} />
          {message?.details.map((detail) => (
            <p key={detail} className="text-muted-foreground">
              {detail}
            </p>
          ))}
        </div>
      )}
      <div aria-live="polite" className="grid gap-1 text-sm text-muted-foreground empty:hidden">
        {!isOpen && <Outcome collection={collection} source={source} />}
        {trouble && <p className="text-negative">{trouble}</p>}
      </div>
      {mayCollect && (isOpen || source.keeps !== 'nothing') && (
        <CollectNow source={source} collection={collection} />
      )}
    </div>
  )
}

/**
 * Outcome of the last run. Hidden if the run used another source, or if it failed on a listing that has been replaced
 * since. A failure's reason isn't repeated if the source already displays it.
 */
function Outcome({ collection: { run, message }, source }: Pick<CollectingProps, 'collection' | 'source'>) {
  if (!run || !message || run.source !== source.source) return null
  const wasTried = source.trouble !== null || source.lastAttemptAt !== null
  if (run.status === 'failed' && !wasTried) return null
  return (
    <>
      {!(run.status === 'failed' && source.trouble) && <p>Last collection: {message.headline}</p>}
      {message.details
        .filter((detail) => detail !== source.trouble?.message)
        .map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
    </>
  )
}

function CollectNow({ source, collection }: Pick<CollectingProps, 'collection' | 'source'>) {
  const format = useFormat()
  const reasonId = useId()
  const { isUp } = useConnection()
  const name = PLATFORM_NAMES[source.platform]
  const { refusal } = source
  const until = refusal?.until ? ` Available again at ${format.time(refusal.until)}.` : ''
  const refused = isUp ? refusal && `${refusal.reason}${until}` : OFFLINE_TEXT
  const reason = collection.isOpen ? null : refused
  return (
    <div className="grid gap-2">
      <CollectButton
        collection={collection}
        start={{ text: 'Collect now', label: `Collect now from ${name}` }}
        stop={{ text: 'Stop', label: `Stop collecting from ${name}` }}
        className="justify-self-start"
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
      />
      {reason !== null && (
        <p id={reasonId} className="text-sm text-muted-foreground">
          {reason}
        </p>
      )}
    </div>
  )
}
