import { ExternalLinkIcon, RefreshCwIcon, SquareIcon } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { cn } from '#app/lib/cn.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { SourceView } from '#worker/rules/views.ts'
import { backfillWords, runWords } from './run-message.ts'
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
  /** Why this source is not collected from; null when it is. */
  pausedBecause: string | null
}

/** One platform of a business: how collecting from it goes, and the button that starts it. */
export function SourceLine({ businessId, source, pausedBecause }: SourceLineProps) {
  const { run, asked, trouble, start, cancel } = useCollection(businessId, source)
  const name = PLATFORM_NAMES[source.platform]
  const words =
    asked === 'start' ? { tone: 'busy' as const, headline: 'Starting…', details: [] } : run && runWords(run)
  const busy = words?.tone === 'busy'
  const backfill = busy || pausedBecause ? null : backfillWords(source)
  return (
    <li className="grid gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex items-center justify-between gap-3">
        <div>
          <a
            href={source.listingUrl}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="flex w-fit items-center gap-1.5 py-1 text-sm font-medium hover:underline max-md:min-h-11"
          >
            <PlatformMark platform={source.platform} />
            <ExternalLinkIcon className="size-3.5 text-muted-foreground" aria-label="opens the listing" />
          </a>
          <p className="text-xs text-muted-foreground">
            {source.lastSucceededAt ? (
              <>
                Last success <RelativeTime date={source.lastSucceededAt} />
              </>
            ) : busy ? (
              'First collection'
            ) : (
              'No success yet'
            )}
            {!busy && ' · '}
            {!busy && (pausedBecause ?? <NextTry at={source.nextDueAt} />)}
          </p>
        </div>
        {busy ? (
          <Button
            size="sm"
            variant="outline"
            onClick={cancel}
            pending={asked !== null}
            aria-label={`Stop collecting from ${name}`}
          >
            {asked === null && <SquareIcon aria-hidden />}
            Stop
          </Button>
        ) : (
          pausedBecause === null && (
            <Button size="sm" variant="outline" onClick={start} aria-label={`Collect from ${name} now`}>
              <RefreshCwIcon aria-hidden />
              Collect now
            </Button>
          )
        )}
      </div>
      {busy && (
        <Progress
          label={`Collecting from ${name}`}
          value={asked !== 'start' && run && run.pagesScraped > 0 ? run.pagesScraped : null}
          max={run ? Math.max(run.pagesPlanned, run.pagesScraped, 1) : 1}
        />
      )}
      <div aria-live="polite" className="grid gap-1 text-sm text-muted-foreground empty:hidden">
        {words && <p className={cn('font-medium', TONE_CLASSES[words.tone])}>{words.headline}</p>}
        {words?.details.map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
        {trouble && <p className="text-negative">{trouble}</p>}
        {backfill && <p>{backfill}</p>}
      </div>
    </li>
  )
}

function NextTry({ at }: { at: string | null }) {
  if (at === null) return 'collected by hand'
  return (
    <>
      next try <RelativeTime date={at} />
    </>
  )
}
