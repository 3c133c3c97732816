import type { ReactNode } from 'react'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { historyWords, type SourceHealth } from '#worker/rules/source-health.ts'

/** When it was asked, when it is asked again, and how much of it is here. */
export function SourceFacts({ source }: { source: SourceHealth }) {
  const format = useFormat()
  const name = PLATFORM_NAMES[source.platform]
  const { keeps, lastSucceededAt, lastAttemptAt, nextDueAt, statedTotal, statedRating, trouble } = source
  // What is only shown live is never collected.
  const isCollected = keeps !== 'nothing'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {isCollected && (
        <Fact name="Last success">
          {lastSucceededAt ? <RelativeTime date={lastSucceededAt} /> : 'None yet'}
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
        <Fact name="Next try">{nextDueAt ? <RelativeTime date={nextDueAt} /> : 'When you refresh'}</Fact>
      )}
      {keeps === 'reviews' && <Fact name="Stored here">{reviews(source.storedTotal)}</Fact>}
      {statedTotal !== null && (
        <Fact name={`${name} states`}>
          {reviews(statedTotal)}
          {statedRating !== null && `, ${format.rating(statedRating)} on average`}
        </Fact>
      )}
      {historyWords(source) && <Fact name="History">{historyWords(source)}</Fact>}
    </dl>
  )

  function reviews(count: number): string {
    return `${format.number(count)} ${count === 1 ? 'review' : 'reviews'}`
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
