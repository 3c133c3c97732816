import { useId } from 'react'
import { CollectButton, RunProgress } from '#app/features/collection/collect-controls.tsx'
import type { Collection } from '#app/features/collection/use-collection.ts'
import { useConnection } from '#app/lib/connection.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { SourceHealth } from '#worker/rules/source-health.ts'

export interface CollectingProps {
  source: SourceHealth
  collection: Collection
  mayCollect: boolean
}

/** Shows a button to collect now, or why it is unavailable; during a run its progress and a button to stop it. */
export function Collecting({ source, collection, mayCollect }: CollectingProps) {
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
 * since. The reason for a failure isn't repeated if the source already displays it.
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
