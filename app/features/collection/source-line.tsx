import { ExternalLink } from 'lucide'
import { OutsideLink } from '#app/components/text-link.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { SourceView } from '#worker/rules/source-health.ts'
import type { BusinessOverview } from '#worker/screens/businesses-screen.ts'
import { CollectButton, RunProgress } from './collect-controls.tsx'
import { arrivedMessage, backfillMessage } from './run-message.ts'
import { useCollection } from './use-collection.ts'

const TONE_CLASSES = {
  busy: 'text-foreground',
  good: 'text-positive',
  bad: 'text-negative',
  quiet: 'text-muted-foreground',
} as const

export interface SourceLineProps {
  businessId: string
  source: SourceView
  /** Reason why nothing is collected from this source; null if collection is on. */
  pausedBecause: string | null
  /** True if the screen already shows why the last collection failed. */
  hidesFailure?: boolean
  /** Shows a button that starts collecting; the stop button is always available. */
  canStart?: boolean
}

export function SourceLine({
  businessId,
  source,
  pausedBecause,
  hidesFailure = false,
  canStart = true,
}: SourceLineProps) {
  const format = useFormat()
  const collection = useCollection(businessId, source)
  const { run, isOpen, trouble } = collection
  const message = hidesFailure && run?.status === 'failed' ? null : collection.message
  const name = PLATFORM_NAMES[source.platform]
  const isFirst = source.lastSucceededAt === null
  const amount = isOpen
    ? isFirst && arrivedMessage(source, run, format)
    : pausedBecause === null && backfillMessage(source, format)
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <OutsideLink
            href={source.listingUrl}
            className="flex w-fit items-center gap-1.5 min-h-11 py-1 text-sm font-medium hover:underline dense:min-h-0"
          >
            <PlatformMark platform={source.platform} />
            <Icon
              of={ExternalLink}
              className="size-3.5 text-muted-foreground"
              aria-label="opens the listing"
            />
          </OutsideLink>
          <p className="text-xs text-muted-foreground">
            {source.lastSucceededAt ? (
              <>
                Checked <RelativeTime date={source.lastSucceededAt} />
              </>
            ) : isOpen ? (
              'First collection'
            ) : (
              'Not checked yet'
            )}
            {!isOpen && ' · '}
            {!isOpen &&
              (pausedBecause ?? <NextTry at={source.nextDueAt} isFirst={source.lastSucceededAt === null} />)}
          </p>
        </div>
        {(isOpen || (canStart && pausedBecause === null)) && (
          <CollectButton
            collection={collection}
            size="sm"
            start={{ text: 'Collect now', label: `Collect now from ${name}` }}
            stop={{ text: 'Stop', label: `Stop collecting from ${name}` }}
          />
        )}
      </div>
      {isOpen && <RunProgress platform={source.platform} run={run} />}
      <div aria-live="polite" className="grid gap-1 text-sm text-muted-foreground empty:hidden">
        {message && <p className={cn('font-medium', TONE_CLASSES[message.tone])}>{message.headline}</p>}
        {message?.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {trouble && <p className="text-negative">{trouble}</p>}
        {amount && <p>{amount}</p>}
      </div>
    </li>
  )
}

export function pausedBecause({ isActive, aboveLimit }: Pick<BusinessOverview, 'isActive' | 'aboveLimit'>) {
  if (!isActive) return 'paused'
  return aboveLimit ? 'not collected: your plan allows fewer locations' : null
}

function NextTry({ at, isFirst }: { at: string | null; isFirst: boolean }) {
  if (at === null) return 'checked when you ask'
  return (
    <>
      {isFirst ? 'first check' : 'next check'} <RelativeTime date={at} whenDue="within a minute" />
    </>
  )
}
