import { useEffect, useRef } from 'react'
import { Alert, AlertDescription, AlertTitle } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { ImportOptionsView } from '#worker/rules/imports.ts'
import { CheckResult } from './check-result.tsx'
import { ColumnForm } from './column-form.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useFileImport } from './use-file-import.ts'

export interface FileImportProps {
  file: File
  options: ImportOptionsView
  /** Returns to choosing a file. */
  onLeave: () => void
}

/** Imports a chosen file, from its columns to the outcome. */
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
          onChange={importing.setChoice}
          onEncoding={importing.setEncoding}
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
