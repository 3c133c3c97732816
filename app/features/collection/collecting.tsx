import { RefreshCwIcon, SquareIcon } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { useOnline } from '#app/lib/browser-state.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { OFFLINE_TEXT } from '#worker/rules/error-catalogue.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { SourceHealth } from '#worker/rules/source-health.ts'
import type { RunView } from '#worker/rules/views.ts'
import { runWords } from './run-message.ts'
import type { Collection } from './use-collection.ts'

export interface CollectingProps {
  source: SourceHealth
  collection: Collection
  /** Whether a run is open, or about to be. */
  isOpen: boolean
  mayCollect: boolean
}

/** The button that collects now, or says why it can't; while it collects, how far it is, and the way to stop it. */
export function Collecting({ source, collection, isOpen, mayCollect }: CollectingProps) {
  const { run, asked, trouble, start, cancel } = collection
  const shown = asked === 'start' ? null : run
  return (
    <div className="grid gap-3 empty:hidden">
      {isOpen && <RunProgress platformName={PLATFORM_NAMES[source.platform]} run={shown} />}
      <div aria-live="polite" className="grid gap-1 text-sm text-muted-foreground empty:hidden">
        {!isOpen && run && isOfThisSource(run, source) && <Outcome run={run} source={source} />}
        {trouble && <p className="text-negative">{trouble}</p>}
      </div>
      {mayCollect &&
        (isOpen ? (
          <Button
            variant="outline"
            className="justify-self-start"
            pending={asked !== null}
            onClick={cancel}
            aria-label={`Cancel collecting from ${PLATFORM_NAMES[source.platform]}`}
          >
            {asked === null && <SquareIcon aria-hidden />}
            Cancel
          </Button>
        ) : (
          source.keeps !== 'nothing' && <RefreshNow source={source} onStart={start} />
        ))}
    </div>
  )
}

function RunProgress({ platformName, run }: { platformName: string; run: RunView | null }) {
  const words = run && runWords(run)
  return (
    <div className="grid gap-2 text-sm">
      <p className="font-medium">{words?.headline ?? 'Starting…'}</p>
      <Progress
        label={`Collecting from ${platformName}`}
        value={run && run.pagesScraped > 0 ? run.pagesScraped : null}
        max={run ? Math.max(run.pagesPlanned, run.pagesScraped, 1) : 1}
      />
      {words?.details.map((detail) => (
        <p key={detail} className="text-muted-foreground">
          {detail}
        </p>
      ))}
    </div>
  )
}

/** What the last run brought. Why it failed stands above already, where the source itself was the reason. */
function Outcome({ run, source }: { run: RunView; source: SourceHealth }) {
  const { headline, details } = runWords(run)
  const said = source.trouble?.message
  return (
    <>
      {!(run.status === 'failed' && source.trouble) && <p>Last collection: {headline}</p>}
      {details
        .filter((detail) => detail !== said)
        .map((detail) => (
          <p key={detail}>{detail}</p>
        ))}
    </>
  )
}

/** False for a run of another source, and for the failure of a listing that was replaced since. */
function isOfThisSource(run: RunView, source: SourceHealth): boolean {
  const wasTried = source.trouble !== null || source.lastAttemptAt !== null
  return run.source === source.source && (run.status !== 'failed' || wasTried)
}

function RefreshNow({ source, onStart }: { source: SourceHealth; onStart: () => void }) {
  const format = useFormat()
  const reasonId = useId()
  const isOnline = useOnline()
  const { refusal } = source
  const until = refusal?.until ? ` Again from ${format.time(refusal.until)}.` : ''
  const reason = isOnline ? refusal && `${refusal.reason}${until}` : OFFLINE_TEXT
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        aria-label={`Refresh ${PLATFORM_NAMES[source.platform]} now`}
        onClick={onStart}
      >
        <RefreshCwIcon aria-hidden />
        Refresh now
      </Button>
      {reason !== null && (
        <p id={reasonId} className="text-sm text-muted-foreground">
          {reason}
        </p>
      )}
    </div>
  )
}
