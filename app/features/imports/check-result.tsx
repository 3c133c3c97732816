import { PlansLink } from '#app/components/plans-link.tsx'
import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { type ImportOptionsView, MAX_CHUNKS } from '#worker/rules/imports.ts'
import { planName } from '#worker/rules/plans.ts'
import { FaultList } from './fault-list.tsx'
import type { CheckedFile } from './file/check-file.ts'
import { newestThatFit } from './file/newest-first.ts'

export interface CheckResultProps {
  checked: CheckedFile
  options: ImportOptionsView
  onImport: (checked: CheckedFile) => void
  onBack: () => void
}

/** Shows what an import would do, before anything is stored. */
export function CheckResult({ checked, options, onImport, onBack }: CheckResultProps) {
  const { good, bad, doubled, undated, platforms, faults } = checked
  const format = useFormat()
  const isTooLarge = [...platforms.values()].some(({ chunks }) => chunks > MAX_CHUNKS)
  const fit = newestThatFit(checked.days, options.imports.left)
  function buttonText(): string {
    const reviews = `${format.number(fit.rows)} ${fit.rows === 1 ? 'review' : 'reviews'}`
    if (fit.rows === good) return `Import ${reviews}`
    return fit.rows === 0 ? 'Update existing reviews' : `Import the newest ${reviews}`
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm" aria-live="polite">
        <strong className="font-semibold">{format.number(good)}</strong>{' '}
        {good === 1 ? 'row can be imported.' : 'rows can be imported.'}{' '}
        {bad > 0 && (
          <>
            <strong className="font-semibold">{format.number(bad)}</strong>{' '}
            {bad === 1
              ? "row can't be imported and will be skipped."
              : "rows can't be imported and will be skipped."}
          </>
        )}{' '}
        {doubled.size > 0 &&
          `${format.number(doubled.size)} ${doubled.size === 1 ? 'row repeats a review' : 'rows repeat reviews'} of this file.`}
      </p>
      {undated > 0 && (
        <Alert variant="warning">
          <AlertTitle>{undatedText(undated, good, format.number)}</AlertTitle>
          <AlertDescription>
            {undated === 1 ? 'It counts' : 'They count'} as of today. If the file has a column with full
            dates, go back and choose it.
          </AlertDescription>
        </Alert>
      )}
      {fit.rows < good && !isTooLarge && <AllowanceWarning good={good} fit={fit} options={options} />}
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
          {buttonText()}
        </Button>
      </div>
    </div>
  )
}

function undatedText(undated: number, good: number, number: (value: number) => string): string {
  if (undated === good) return 'No row of this file says on which day its review was written'
  const rows = undated === 1 ? 'row doesn’t' : 'rows don’t'
  return `${number(undated)} ${rows} say on which day the review was written`
}

interface AllowanceWarningProps {
  good: number
  fit: ReturnType<typeof newestThatFit>
  options: ImportOptionsView
}

/** Warns before sending that the plan can't store the whole file, and says which part it stores. */
function AllowanceWarning({ good, fit, options }: AllowanceWarningProps) {
  const format = useFormat()
  const { plan, imports } = options
  const inFile = `${format.number(good)} ${good === 1 ? 'review' : 'reviews'} in this file`
  const fits = `${format.number(fit.rows)} ${fit.rows === 1 ? 'fits' : 'fit'} your ${planName(plan)} plan`
  // Noon UTC is the same date in nearly every time zone.
  const since = fit.since && `, since ${format.date(`${fit.since}T12:00:00Z`)}`
  return (
    <Alert variant="warning">
      <AlertTitle>
        {fit.rows === 0
          ? `${inFile}, but your ${planName(plan)} plan has no room for them`
          : `${inFile}, ${fits}: the newest${since ?? ''}`}
      </AlertTitle>
      <AlertDescription>
        Your plan keeps {format.number(imports.limit)} older reviews and reviews from files, and{' '}
        {format.number(imports.limit - imports.left)} are stored. Reviews you already have don’t count towards
        this and are updated. <PlansLink />
      </AlertDescription>
    </Alert>
  )
}
