import { useEffect, useRef, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { importArchive } from '#app/features/archives/import-archive.ts'
import { NoArchive } from '#app/features/archives/read-archive.ts'
import type { ArchiveProgress } from '#app/features/archives/restore-reviews.ts'
import type { Waiting } from '#app/features/imports/file/send-file.ts'
import { FaultList, ImportFigures, ImportProgress } from '#app/features/imports/import-progress.tsx'
import { errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { upgradeAdvice } from '#worker/rules/plans.ts'

const NO_ARCHIVE =
  'This isn’t an organization’s archive, or it’s incomplete. Choose the zip file you got from ‘Download the archive’.'
const STOPPED = 'Stopped. What has been stored is kept; import the archive again to continue.'

type End = { variant: 'success' | 'info' | 'destructive'; text: string }

export interface ArchiveImportProps {
  file: File
  onLeave: () => void
}

/** Leaving the screen stops the import; stored data stays. */
export default function ArchiveImport({ file, onLeave }: ArchiveImportProps) {
  const [progress, setProgress] = useState<ArchiveProgress | null>(null)
  const [waiting, setWaiting] = useState<Waiting>(null)
  const [end, setEnd] = useState<End | null>(null)
  const { plan } = useViewer()
  const work = useRef(new AbortController())
  useEffect(() => {
    const current = new AbortController()
    work.current = current
    const to = { signal: current.signal, onProgress: setProgress, onWaiting: setWaiting }
    importArchive(file, to).then(
      (all) => {
        setProgress(all)
        setEnd(outcomeOf(all, plan))
        fireAppEvent('business-updated')
      },
      (error: unknown) => {
        if (current.signal.aborted) return setEnd({ variant: 'info', text: STOPPED })
        setEnd({ variant: 'destructive', text: error instanceof NoArchive ? NO_ARCHIVE : errorText(error) })
      },
    )
    return () => current.abort()
  }, [file, plan])
  if (!end) {
    return (
      <ImportProgress
        label="Importing the archive"
        done={progress ? progress.lines / Math.max(1, progress.allLines) : 0}
        counts={progress?.counts ?? null}
        refused={progress?.faults.length ?? 0}
        waiting={waiting}
        onCancel={() => work.current.abort()}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <Alert variant={end.variant}>{end.text}</Alert>
      {progress && <ImportFigures counts={progress.counts} refused={progress.faults.length} />}
      {progress && <FaultList faults={progress.faults} />}
      <Button variant="outline" className="justify-self-start" onClick={onLeave}>
        Import another archive
      </Button>
    </div>
  )
}

function outcomeOf({ counts, faults }: ArchiveProgress, plan: string): End {
  if (counts.overQuota > 0) {
    const advice = upgradeAdvice(plan, 'After upgrading, import the archive again.')
    return { variant: 'info', text: `Your plan has no room for more imported reviews.${advice}` }
  }
  if (faults.length > 0)
    return { variant: 'info', text: 'The archive was imported, except for what is listed below.' }
  return { variant: 'success', text: 'The archive was imported.' }
}
