import { Download } from 'lucide'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { download } from '#app/lib/download.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { CSV_BYTE_ORDER_MARK, csvLine } from '#worker/rules/csv-text.ts'
import type { ImportCounts } from '#worker/rules/imports.ts'
import type { RowFault } from './file/row-review.ts'
import type { Waiting } from './file/send-file.ts'

const WAITING_TEXTS: Record<Exclude<Waiting, null>, string> = {
  connection:
    'The connection was lost. The import will resume automatically once it’s back; nothing is stored twice.',
  pace: 'Large files are imported at a steady pace. Keep this page open.',
}

interface ImportProgressProps {
  label: string
  /** Share done, from 0 to 1. */
  done: number
  counts?: ImportCounts | null
  refused?: number
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

const SHOWN = 100

export function FaultList({ faults }: { faults: readonly RowFault[] }) {
  const format = useFormat()
  if (faults.length === 0) return null
  const shown = faults.slice(0, SHOWN)
  return (
    <section aria-label="Skipped rows" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">
          {faults.length > SHOWN
            ? `The first ${SHOWN} of ${format.number(faults.length)} problems`
            : `${format.number(faults.length)} ${faults.length === 1 ? 'problem' : 'problems'}`}
        </h3>
        <Button
          variant="outline"
          size="sm"
          onClick={() => download('import-problems.csv', faultsCsv(faults))}
        >
          <Icon of={Download} />
          Download all as CSV
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <ul className="max-h-72 divide-y overflow-y-auto rounded-lg border text-sm" tabIndex={0}>
        {shown.map(({ line, column, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several errors
          <li key={index} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[5.5rem_1fr]">
            <span className="text-muted-foreground tabular-nums">Line {format.number(line)}</span>
            <span className="break-words">
              {column !== '' && <span className="font-medium">{column}: </span>}
              {problem}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function faultsCsv(faults: readonly RowFault[]): Blob {
  const lines = faults.map(({ line, column, problem }) => csvLine([line, column, problem]))
  return new Blob([CSV_BYTE_ORDER_MARK, csvLine(['Line', 'Column', 'Problem']), ...lines], {
    type: 'text/csv;charset=utf-8',
  })
}
