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
  /** What became of the rows so far. */
  counts?: ImportCounts | null
  /** Rows that are left out. */
  refused?: number
  waiting?: Waiting
  onCancel: () => void
}

export function ImportProgress({
  label,
  done,
  counts,
  refused = 0,
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
      {counts && <ImportFigures counts={counts} refused={refused} />}
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

/** What became of the rows, in figures. */
export function ImportFigures({ counts, refused }: { counts: ImportCounts; refused: number }) {
  const format = useFormat()
  const figures: [name: string, count: number][] = [
    ['Stored', counts.stored],
    ['Updated', counts.updated],
    ['Already here', counts.unchanged],
    ["Didn't fit", counts.overQuota],
    ['Skipped', refused],
  ]
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {figures.map(([name, count]) => (
        <div key={name}>
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{format.number(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
