import { PlansLink } from '#app/components/plans-link.tsx'
import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { ImportOptionsView } from '#worker/rules/imports.ts'
import { planName, upgradeAdvice } from '#worker/rules/plans.ts'
import { listAddress } from '../inbox/filters.ts'
import { FaultList } from './fault-list.tsx'
import type { CheckedFile } from './file/check-file.ts'
import { ImportFigures } from './import-progress.tsx'
import type { EndedStep } from './use-file-import.ts'

export interface ImportOutcomeProps {
  ended: EndedStep
  options: ImportOptionsView
  onAgain: (checked: CheckedFile) => void
  onLeave: () => void
}

/** Shows how an import ended and what to do next. */
export function ImportOutcome({ ended, options, onAgain, onLeave }: ImportOutcomeProps) {
  const { how, counts, checked, problem, seen } = ended
  const format = useFormat()
  // Nothing new was stored, so there are no new reviews to link to.
  const imported = counts?.stored ? { seenFrom: seen.from, seenTo: seen.to } : {}
  function storedText(stored: number, overQuota: number): string {
    if (stored > 0) return `${format.number(stored)} ${stored === 1 ? 'review is' : 'reviews are'} stored`
    return overQuota > 0 ? 'Nothing new was stored' : 'Nothing in this file was new'
  }
  return (
    <div className="grid gap-4">
      {how === 'done' && counts && (
        <Alert variant="success">
          <AlertTitle>{storedText(counts.stored, counts.overQuota)}</AlertTitle>
          {counts.overQuota > 0 && (
            <AlertDescription>
              {format.number(counts.overQuota)} {counts.overQuota === 1 ? 'review does' : 'reviews do'} not
              fit your {planName(options.plan)} plan.
              {upgradeAdvice(options.plan, 'After upgrading, import the same file again.')} <PlansLink />
            </AlertDescription>
          )}
        </Alert>
      )}
      {how === 'cancelled' && (
        <Alert variant="info">
          <AlertTitle>You stopped the import</AlertTitle>
          <AlertDescription>
            Reviews stored so far are kept. To get the rest, import the same file again; nothing is stored
            twice.
          </AlertDescription>
        </Alert>
      )}
      {how === 'failed' && (
        <Alert variant="destructive">
          <AlertTitle>The import stopped</AlertTitle>
          <AlertDescription>{problem}</AlertDescription>
        </Alert>
      )}
      {counts && <ImportFigures counts={counts} refused={checked.bad} doubled={checked.doubled.size} />}
      {how === 'done' && <FaultList faults={checked.faults} />}
      <div className="flex flex-wrap gap-2">
        {how === 'done' ? (
          <LinkButton to={listAddress({ businessId: options.business.id, ...imported })}>
            {counts?.stored ? 'See the new reviews' : 'See the reviews'}
          </LinkButton>
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
