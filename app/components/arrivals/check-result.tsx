import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { MAX_CHUNKS, type MonthQuota } from '#worker/rules/arrivals.ts'
import { FaultList } from './fault-list.tsx'
import type { CheckedFile } from './file/check-file.ts'

export interface CheckResultProps {
  checked: CheckedFile
  quota: MonthQuota
  onImport: (checked: CheckedFile) => void
  onBack: () => void
}

/** What will come of a file, before anything is stored. */
export function CheckResult({ checked, quota, onImport, onBack }: CheckResultProps) {
  const { good, bad, chunks, faults } = checked
  const format = useFormat()
  const isTooLarge = chunks > MAX_CHUNKS
  return (
    <div className="grid gap-4">
      <p className="text-sm" aria-live="polite">
        <strong className="font-semibold">{format.number(good)}</strong>{' '}
        {good === 1 ? 'row can be imported.' : 'rows can be imported.'}{' '}
        {bad > 0 && (
          <>
            <strong className="font-semibold">{format.number(bad)}</strong>{' '}
            {bad === 1 ? "row can't, and is left out." : "rows can't, and are left out."}
          </>
        )}
      </p>
      {good > quota.left && !isTooLarge && <QuotaNote good={good} quota={quota} />}
      {isTooLarge && (
        <Alert variant="destructive">
          <AlertTitle>This file is too large for one import</AlertTitle>
          <AlertDescription>
            Split it into parts of about 50 MB and import them one after the other.
          </AlertDescription>
        </Alert>
      )}
      <FaultList faults={faults} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onBack}>
          Back to the columns
        </Button>
        <Button disabled={good === 0 || isTooLarge} onClick={() => onImport(checked)}>
          Import {format.number(good)} {good === 1 ? 'review' : 'reviews'}
        </Button>
      </div>
    </div>
  )
}

function QuotaNote({ good, quota }: { good: number; quota: MonthQuota }) {
  const format = useFormat()
  const { left, limit } = quota
  return (
    <Alert variant="warning">
      <AlertTitle>
        {left === 0
          ? "This month's new reviews are used up"
          : `${format.number(left)} of these ${format.number(good)} rows can be stored this month`}
      </AlertTitle>
      <AlertDescription>
        Your plan takes {format.number(limit)} new reviews a month. Reviews that are here already don't count.
        Import the same file again next month: it brings the rest and doubles nothing.
      </AlertDescription>
    </Alert>
  )
}
