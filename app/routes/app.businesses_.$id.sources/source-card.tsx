import { ExternalLinkIcon } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import type { HealthWords, SourceHealth } from '#worker/rules/source-health.ts'
import { keepsText, SOURCE_TEXTS } from '#worker/rules/source-health-texts.ts'
import { useCollection } from '../../features/collection/use-collection.ts'
import { isFinished } from '../../features/collection/watch-run.ts'
import { CardFrame, type CardFrameProps } from './card-frame.tsx'
import { Collecting } from '../../features/collection/collecting.tsx'
import { SourceFacts } from './source-facts.tsx'

const LivePreview = lazy(() => import('./live-preview.client.tsx'))

const COLLECTING: HealthWords = { tone: 'quiet', headline: 'Collecting…', text: '', remedy: null }

export interface SourceCardProps extends CardFrameProps {
  source: SourceHealth
  /** Whether the source is collected from, and this person may start that. */
  mayCollect: boolean
}

/** Which source it is, what it gives, what is known of it, and collecting from it now. */
export function SourceCard({ source, mayCollect, ...frame }: SourceCardProps) {
  const collection = useCollection(frame.businessId, source)
  const isHydrated = useHydrated()
  const { run, asked } = collection
  const isOpen = asked === 'start' || (run !== null && !isFinished(run.status))
  const { name, gives } = SOURCE_TEXTS[source.source]
  return (
    <CardFrame {...frame} words={isOpen ? COLLECTING : frame.words}>
      <div className="grid gap-1 text-sm">
        <p>
          <a
            href={source.listingUrl}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="inline-flex items-center gap-1.5 font-medium hover:underline max-md:min-h-11"
          >
            {name}
            <ExternalLinkIcon className="size-3.5 text-muted-foreground" aria-label="opens the listing" />
          </a>
        </p>
        <p className="text-muted-foreground">{gives}</p>
        <p className="text-muted-foreground">{keepsText(source.source, source.keeps)}</p>
      </div>
      <SourceFacts source={source} />
      {source.keeps !== 'reviews' && isHydrated && (
        <Suspense fallback={null}>
          <LivePreview businessId={frame.businessId} platform={source.platform} />
        </Suspense>
      )}
      <Collecting source={source} collection={collection} isOpen={isOpen} mayCollect={mayCollect} />
    </CardFrame>
  )
}
