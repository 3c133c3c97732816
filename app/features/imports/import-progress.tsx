import { Button } from '#app/components/ui/button.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { ImportCounts } from '#worker/rules/imports.ts'
import type { Waiting } from './file/send-file.ts'

const WAITING_TEXTS: Record<Exclude<Waiting, null>, string> = {
  connection:
    'The connection was lost. The import will resume automatically once it’s back; nothing is stored twice.',
  pace: 'Large files are imported at a steady pace. Keep this page open.',
}

export interface ImportProgressProps {
  label: string
  /** 0 to 1. */
  done: number
  /** Results of the rows so far. */
  counts?: ImportCounts | null
  /** Rows that can't be imported. */
  refused?: number
  /** Rows with a review that occurs twice in the file. */
  doubled?: number
  waiting?: Waiting
  onCancel: () => void
}

export function ImportProgress({
  label,
  done,
  counts,
  refused = 0,
  doubled = 0,
  waiting = null,
  onCancel,
}: ImportProgressProps) {
  const format = useFormat()
  const percent = Math.floor(done * 100)
  return (
    <div className="grid gap-3">
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-medium">{label} …</span>
        <span className="tabular-nums">{format.number(percent)}%</span>
      </div>
      <Progress value={percent} label={label} />
      {counts && <ImportFigures counts={counts} refused={refused} doubled={doubled} />}
      {waiting && (
        <p role="status" className="text-sm text-neutral">
          {WAITING_TEXTS[waiting]}
        </p>
      )}
      <Button variant="outline" onClick={onCancel} className="justify-self-start">
        Stop
      </Button>
    </div>
  )
}

interface ImportFiguresProps {
  counts: ImportCounts
  refused: number
  doubled?: number
}

/** Sums up the rows: '4 added, 1 twice in the file, 7 skipped'. Each row counts once. */
export function ImportFigures({ counts, refused, doubled = 0 }: ImportFiguresProps) {
  const format = useFormat()
  const figures: [count: number, name: string][] = [
    [counts.stored, 'added'],
    [counts.updated, 'updated'],
    [counts.unchanged, 'already here'],
    [counts.overQuota, 'didn’t fit'],
    [doubled, 'twice in the file'],
    [refused, 'skipped'],
  ]
  const shown = figures.filter(([count], index) => index === 0 || count > 0)
  return (
    <p className="text-sm tabular-nums">
      {shown.map(([count, name]) => `${format.number(count)} ${name}`).join(', ')}
    </p>
  )
}
