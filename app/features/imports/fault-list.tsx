import { Download } from 'lucide'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { download } from '#app/lib/download.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { CSV_BYTE_ORDER_MARK, csvLine } from '#worker/rules/csv-text.ts'
import type { RowFault } from './file/row-review.ts'

const SHOWN = 100

/** Lists each line's errors: the first hundred on screen, all of them in a CSV file. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several
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

/** All errors of a file as CSV, to fix in a spreadsheet. */
export function faultsCsv(faults: readonly RowFault[]): Blob {
  const lines = faults.map(({ line, column, problem }) => csvLine([line, column, problem]))
  return new Blob([CSV_BYTE_ORDER_MARK, csvLine(['Line', 'Column', 'Problem']), ...lines], {
    type: 'text/csv;charset=utf-8',
  })
}
