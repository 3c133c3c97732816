import { HistoryIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import type { RunPage } from '#worker/rules/views.ts'
import { RunRow } from './run-row.tsx'

const OLDER_RUNS = 20

/** Every run of the business, newest first; older ones on demand. */
export function RunHistory({ businessId, firstPage }: { businessId: string; firstPage: RunPage }) {
  const [older, setOlder] = useState<RunPage | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Runs that were on the first page when the older ones were read may have moved down to them.
  const known = new Set(firstPage.items.map((run) => run.id))
  const runs = [...firstPage.items, ...(older?.items.filter((run) => !known.has(run.id)) ?? [])]
  const nextCursor = older ? older.nextCursor : firstPage.nextCursor

  async function showOlder(cursor: string) {
    setIsLoading(true)
    setFailure(null)
    try {
      const page = await api.collection.runs.query({ businessId, cursor, limit: OLDER_RUNS })
      setOlder((shown) => ({
        items: [...(shown ?? firstPage).items, ...page.items],
        nextCursor: page.nextCursor,
      }))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-3 text-lg font-semibold tracking-tight">
        History
      </h2>
      {runs.length === 0 ? (
        <EmptyState icon={HistoryIcon} title="Nothing was collected yet">
          Each collection, import and mail is noted here with what it brought.
        </EmptyState>
      ) : (
        <Card className="overflow-hidden">
          <ul className="divide-y">
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
          {isLoading && (
            <div role="status" aria-busy aria-label="Loading older runs" className="grid gap-2 border-t p-4">
              {[0, 1, 2].map((row) => (
                <Skeleton key={row} className="h-10" />
              ))}
            </div>
          )}
          {(nextCursor || failure) && (
            <div className="grid gap-2 border-t p-4">
              {failure && (
                <p role="alert" className="text-sm text-negative">
                  {failure}
                </p>
              )}
              {nextCursor && (
                <Button
                  variant="outline"
                  className="justify-self-start"
                  pending={isLoading}
                  onClick={() => showOlder(nextCursor)}
                >
                  Show older ones
                </Button>
              )}
            </div>
          )}
        </Card>
      )}
    </section>
  )
}
