import { useFormat } from '#app/lib/locale.tsx'
import type { ArrivalCounts } from '#worker/rules/imports.ts'

/** What became of the rows, in figures. */
export function ImportCounts({ counts, refused }: { counts: ArrivalCounts; refused: number }) {
  const format = useFormat()
  const figures: [name: string, count: number][] = [
    ['Stored', counts.stored],
    ['Updated', counts.updated],
    ['Here already', counts.unchanged],
    ["Didn't fit", counts.overQuota],
    ['Left out', refused],
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
