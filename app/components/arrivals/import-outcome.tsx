import { Link } from '@remix-run/react'
import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { FaultList } from './fault-list.tsx'
import type { CheckedFile } from './file/check-file.ts'
import { ImportCounts } from './import-counts.tsx'
import type { EndedStep } from './use-file-import.ts'

export interface ImportOutcomeProps {
  ended: EndedStep
  businessId: string
  onAgain: (checked: CheckedFile) => void
  onLeave: () => void
}

/** How an import ended, and what comes next. */
export function ImportOutcome({ ended, businessId, onAgain, onLeave }: ImportOutcomeProps) {
  const { how, view, checked, problem } = ended
  const format = useFormat()
  return (
    <div className="grid gap-4">
      {how === 'done' && view && (
        <Alert variant="success">
          <AlertTitle>
            {view.stored === 0
              ? 'Nothing in this file was new'
              : `${format.number(view.stored)} ${view.stored === 1 ? 'review is' : 'reviews are'} stored`}
          </AlertTitle>
          {view.overQuota > 0 && (
            <AlertDescription>
              {format.number(view.overQuota)} more wait for next month: your plan's new reviews of this month
              are used up. Import the same file again then.
            </AlertDescription>
          )}
        </Alert>
      )}
      {how === 'cancelled' && (
        <Alert variant="info">
          <AlertTitle>The import is cancelled</AlertTitle>
          <AlertDescription>
            What was stored stays. Import the same file again for the rest: nothing is stored twice.
          </AlertDescription>
        </Alert>
      )}
      {how === 'failed' && (
        <Alert variant="destructive">
          <AlertTitle>The import stopped</AlertTitle>
          <AlertDescription>{problem}</AlertDescription>
        </Alert>
      )}
      {view && <ImportCounts counts={view} refused={checked.bad} />}
      {how === 'done' && <FaultList faults={checked.faults} />}
      <div className="flex flex-wrap gap-2">
        {how === 'done' ? (
          <Button asChild>
            <Link to={`/app/reviews?businessId=${businessId}`}>See the reviews</Link>
          </Button>
        ) : (
          <Button onClick={() => onAgain(checked)}>Import it again</Button>
        )}
        <Button variant="outline" onClick={onLeave}>
          Import another file
        </Button>
      </div>
    </div>
  )
}
