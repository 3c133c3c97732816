import { useEffect, useRef } from 'react'
import { PlansLink } from '#app/components/text-link.tsx'
import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { type ImportOptionsView, MAX_CHUNKS } from '#worker/rules/imports.ts'
import { planName, upgradeAdvice } from '#worker/rules/plans.ts'
import { listAddress } from '../inbox/filters.ts'
import { ColumnForm } from './column-form.tsx'
import type { CheckedFile } from './file/check-file.ts'
import { newestThatFit } from './file/newest-first.ts'
import { FaultList, ImportFigures, ImportProgress } from './import-progress.tsx'
import { type EndedStep, useFileImport } from './use-file-import.ts'

export interface FileImportProps {
  file: File
  options: ImportOptionsView
  onLeave: () => void
}

export default function FileImport({ file, options, onLeave }: FileImportProps) {
  const format = useFormat()
  const importing = useFileImport(file, options)
  const { step } = importing
  const area = useRef<HTMLDivElement>(null)

  // The pressed button disappears with its step, so move the focus here: otherwise Tab would start at the top of the
  // page.
  useEffect(() => {
    if (step.name !== 'opening' && document.activeElement === document.body) {
      area.current?.focus({ preventScroll: true })
    }
  }, [step.name])

  return (
    <div ref={area} tabIndex={-1} className="grid gap-5 outline-none">
      <p className="flex flex-wrap items-baseline justify-between gap-2 text-sm">
        <span className="font-medium break-all">{file.name}</span>
        <span className="text-muted-foreground">{sizeText(file.size, format.number)}</span>
      </p>
      {step.name === 'unreadable' && (
        <>
          <Alert variant="destructive">
            <AlertTitle>This file can't be read</AlertTitle>
            <AlertDescription>{step.problem}</AlertDescription>
          </Alert>
          <Button variant="outline" onClick={onLeave} className="justify-self-start">
            Choose another file
          </Button>
        </>
      )}
      {step.name === 'columns' && (
        <ColumnForm
          opened={step.opened}
          choice={importing.choice}
          platforms={options.platforms}
          ownPlatforms={options.ownPlatforms}
          onChange={importing.setChoice}
          onOpen={importing.setOpenChoice}
          onCheck={importing.check}
          onLeave={onLeave}
        />
      )}
      {step.name === 'checking' && (
        <ImportProgress label="Checking the file" done={step.bytes / file.size} onCancel={importing.back} />
      )}
      {step.name === 'checked' && (
        <CheckResult
          checked={step.checked}
          options={options}
          onImport={importing.send}
          onBack={importing.back}
        />
      )}
      {step.name === 'sending' && (
        <ImportProgress
          label="Importing"
          done={step.done}
          counts={step.counts}
          refused={step.checked.bad}
          doubled={step.checked.doubled.size}
          waiting={step.waiting}
          onCancel={importing.cancel}
        />
      )}
      {step.name === 'ended' && (
        <ImportOutcome ended={step} options={options} onAgain={importing.send} onLeave={onLeave} />
      )}
    </div>
  )
}

const KIB = 1024

function sizeText(bytes: number, number: (value: number, digits?: number) => string): string {
  if (bytes < KIB) return `${number(bytes)} bytes`
  return bytes < KIB * KIB ? `${number(bytes / KIB)} KB` : `${number(bytes / KIB / KIB, 1)} MB`
}

interface CheckResultProps {
  checked: CheckedFile
  options: ImportOptionsView
  onImport: (checked: CheckedFile) => void
  onBack: () => void
}

function CheckResult({ checked, options, onImport, onBack }: CheckResultProps) {
  const { good, bad, doubled, undated, platforms, ratingScale, faults } = checked
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
      {ratingScale.highest !== 5 && (
        <p className="text-sm">
          The ratings in this file go up to {ratingScale.highest}. They are stored as 1 to 5 stars.
        </p>
      )}
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

interface ImportOutcomeProps {
  ended: EndedStep
  options: ImportOptionsView
  onAgain: (checked: CheckedFile) => void
  onLeave: () => void
}

function ImportOutcome({ ended, options, onAgain, onLeave }: ImportOutcomeProps) {
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
