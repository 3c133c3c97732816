import { useNavigate } from '@remix-run/react'
import { type MouseEvent, type ReactNode, useRef, useState, useTransition } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { isPlainClick } from '#app/lib/plain-click.ts'
import type { ChartTable } from './chart-csv.ts'
import { SaveButton, type SaveMenuProps } from './save-button.tsx'

interface ChartCardProps<Row> {
  /** The chart's main finding. */
  title: string
  description: string
  summary: ReactNode
  legend?: ReactNode
  table: ChartTable<Row>
  children: ReactNode
}

export function ChartCard<Row>({
  title,
  description,
  summary,
  legend,
  table,
  children,
}: ChartCardProps<Row>) {
  const picture = useRef<HTMLDivElement>(null)

  return (
    <Card className="flex min-w-0 flex-col">
      <div ref={picture} className="flex flex-1 flex-col rounded-t-xl bg-card p-5 pb-3">
        <h2 className="font-semibold tracking-tight text-balance">{title}</h2>
        <p className="mt-1 text-sm text-muted-foreground">{description}</p>
        {legend}
        {children}
        <p className="mt-3 text-sm text-muted-foreground">{summary}</p>
      </div>
      <div className="relative pb-3 text-sm">
        <details className="px-5">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary print:hidden">
            Show the numbers
          </summary>
          <NumberTable table={table} label={title} />
        </details>
        <div className="absolute top-0 right-2">
          <SaveChart
            title={title}
            csv={async () => (await import('./chart-csv.ts')).csvOf(table)}
            picture={picture}
          />
        </div>
      </div>
    </Card>
  )
}

function NumberTable<Row>({ table, label }: { table: ChartTable<Row>; label: string }) {
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigate(event.currentTarget.pathname + event.currentTarget.search)
  }

  return (
    <TableFrame label={`The numbers: ${label}`} className="mb-2 max-h-72">
      <table className="w-full text-right whitespace-nowrap">
        <thead className="sticky top-0 bg-muted">
          <tr>
            {[table.head, ...table.columns.map((column) => column.label)].map((column) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium first:text-left">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {/* Each link fills its cell, and on touch screens both are taller. */}
        <tbody className="divide-y [&_a]:-mx-3 [&_a]:-my-1.5 [&_a]:block [&_a]:scroll-mt-9 [&_a]:px-3 [&_a]:py-3 [&_a]:text-primary dense:[&_a]:py-1.5 [&_a]:hover:underline [&_td]:px-3 [&_td]:py-1.5">
          {table.rows.map((row) => (
            <tr key={table.key(row)}>
              <th scope="row" className="px-3 text-left font-normal text-muted-foreground">
                {table.name(row)}
              </th>
              {table.columns.map((column) => {
                const value = column.value(row)
                const text = value === null ? '–' : column.format(value)
                return (
                  <td key={column.label}>
                    {value && column.behind ? (
                      // Plain links: a year of router links would cost more than the rest of the chart.
                      <a href={column.behind(row)} onClick={follow}>
                        {text}
                      </a>
                    ) : (
                      text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

interface LegendProps {
  items: readonly {
    label: string
    /** Classes for the fill and outline of the swatch. */
    swatch: string
  }[]
}

export function Legend({ items }: LegendProps) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {items.map(({ label, swatch }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" className="size-2.5" aria-hidden>
            <rect x="0.5" y="0.5" width="9" height="9" rx="1" className={swatch} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

const SaveMenu = onDemand(() => import('./save-menu.client.tsx'))

/** The menu's code is loaded when the button is first pressed. */
function SaveChart(props: SaveMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const { title } = props
  if (!isUsed) {
    return (
      <SaveButton
        title={title}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={isOpening}
        onPointerDown={SaveMenu.preload}
        onClick={() => startOpening(() => setIsUsed(true))}
      />
    )
  }
  return (
    <SaveMenu
      {...props}
      fallback={<SaveButton title={title} aria-haspopup="menu" aria-busy />}
      onFailure={() => setIsUsed(false)}
    />
  )
}
