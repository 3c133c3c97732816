import { Link } from '@remix-run/react'
import { Fragment, type ReactNode, useId } from 'react'
import { LockedScreen } from '#app/components/locked-screen.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { formatFor } from '#app/lib/format.ts'
import {
  PERIOD_NAMES,
  type ReportQuote,
  type ReportSection,
  type ReportTable,
  type ReportUnit,
  type ReportView,
  SECTION_NAMES,
  type SharedReport,
} from '#worker/rules/reports.ts'

type Format = ReturnType<typeof formatFor>

interface ReportPageProps {
  report: SharedReport & { by?: string | null }
  /** True if the report's reader can open the counted reviews. */
  hasReviews: boolean
  /** Not printed. */
  actions?: ReactNode
  children?: ReactNode
}

/** Numbers and dates are in the format chosen for the report. */
export function ReportPage({ report, hasReviews, actions, children }: ReportPageProps) {
  const format = formatFor({ locale: report.locale, timeZone: 'UTC' })
  const { title, organizationName, businesses, days, former, period, results } = report
  return (
    <div className="text-width">
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight wrap-anywhere">
            {title}
          </h1>
          <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">
            {organizationName}: {businesses.map(({ name }) => name).join(', ')}
          </p>
          <p className="text-sm text-muted-foreground">
            {PERIOD_NAMES[period]}: {spanText(days, format)}
            {former && `. Previous period: ${spanText(former, format)}`}
          </p>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {results.map((section) => (
          <Section key={section.name} section={section} format={format} hasReviews={hasReviews} />
        ))}
        <Origin report={report} format={format} />
        {children}
      </div>
    </div>
  )
}

function spanText({ from, to }: SharedReport['days'], format: Format): string {
  return `${format.date(from)} – ${format.date(to)}`
}

interface SectionProps {
  section: ReportSection
  format: Format
  hasReviews: boolean
}

function Section({ section: { name, sentences, tables }, format, hasReviews }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold tracking-tight">
        {SECTION_NAMES[name]}
      </h2>
      <ul className="mt-2 grid gap-1.5">
        {sentences.map(({ text, reviews, quote }) => (
          <li key={text} className="wrap-anywhere">
            {text}{' '}
            {hasReviews && reviews && (
              <Link
                to={reviews}
                className="inline-flex min-h-11 items-center text-sm font-medium text-primary hover:underline dense:min-h-0 print:hidden"
                aria-label={`See the reviews: ${text}`}
              >
                See the reviews
              </Link>
            )}
            {quote && <Quote quote={quote} />}
          </li>
        ))}
      </ul>
      {tables.map((table) => (
        <Fragment key={table.title}>
          {table.isChart && <Course table={table} format={format} />}
          <Figures table={table} format={format} hasReviews={hasReviews} />
        </Fragment>
      ))}
    </section>
  )
}

function Quote({ quote: { text, rating, platform } }: { quote: ReportQuote }) {
  return (
    <blockquote className="mt-1 mb-2 border-l-2 pl-3 text-sm" dir="auto">
      “{text}”
      <footer className="text-muted-foreground">
        {rating} {rating === 1 ? 'star' : 'stars'} on {platform}
      </footer>
    </blockquote>
  )
}

const MAX_STARS = 5
const CHART = { width: 360, height: 110, top: 20, bottom: 6 } as const

/** Labels the first, last, lowest and highest average; the table below has all values. */
function Course({ table: { title, rows }, format }: { table: ReportTable; format: Format }) {
  const averages = rows.flatMap(({ name, values }, index) => {
    const average = values.at(-1) ?? null
    return average === null ? [] : [{ name, average, index }]
  })
  const [first, last] = [averages[0], averages.at(-1)]
  if (!first || !last || first === last) return null
  const { width, height, top, bottom } = CHART
  const stars = averages.map(({ average }) => average)
  const [lowest, highest] = [Math.min(...stars), Math.max(...stars)]
  const floor = Math.min(MAX_STARS - 1, Math.floor(lowest))
  const points = averages.map((one) => ({
    ...one,
    x: ((one.index + 0.5) / rows.length) * width,
    y: top + ((MAX_STARS - one.average) / (MAX_STARS - floor)) * (height - top - bottom),
  }))
  const isNamed = ({ index, average }: (typeof points)[number]) =>
    index === first.index ||
    index === last.index ||
    (stars.indexOf(average) === points.findIndex((one) => one.index === index) &&
      (average === lowest || average === highest))
  return (
    <figure className="mt-4 max-w-xl break-inside-avoid">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full overflow-visible"
        role="img"
        aria-label={`${title}: average rating, scale ${floor} to ${MAX_STARS}`}
      >
        <path d={`M0 ${height - bottom}H${width}`} className="stroke-border" />
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          className="fill-none stroke-chart-1"
          strokeWidth="1.5"
        />
        {points.map((point) => (
          <g key={point.index}>
            <circle cx={point.x} cy={point.y} r="2.5" className="fill-chart-1" />
            {isNamed(point) && (
              <text
                x={point.x}
                y={point.y - 6}
                textAnchor="middle"
                className="fill-foreground text-[11px] tabular-nums"
              >
                {format.number(point.average, 1)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption className="flex justify-between gap-4 text-xs text-muted-foreground">
        <span>{first.name}</span>
        <span>
          Scale {floor} to {MAX_STARS}
        </span>
        <span>{last.name}</span>
      </figcaption>
    </figure>
  )
}

function Figures({ table, format, hasReviews }: { table: ReportTable; format: Format; hasReviews: boolean }) {
  const { title, head, columns, rows } = table
  const hasBars = columns.filter(({ unit }) => unit === 'percent').length === 1
  return (
    <TableFrame label={title} className="mt-4 break-inside-avoid bg-card">
      <table className="w-full text-right text-sm">
        <caption className="px-3 pt-3 pb-1 text-left font-medium">{title}</caption>
        <thead className="text-muted-foreground">
          <tr className="border-b align-bottom [&_th]:px-3 [&_th]:py-2 [&_th]:font-medium">
            <th scope="col" className="text-left">
              {head}
            </th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map(({ name, values, reviews, color }) => (
            <tr key={name}>
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {hasReviews && reviews && (columns[0]?.unit === 'change' || values[0] !== 0) ? (
                  <Link
                    to={reviews}
                    className="inline-flex min-h-11 items-center text-primary hover:underline dense:min-h-0 print:text-inherit"
                    aria-label={`See the reviews: ${name}`}
                  >
                    {name}
                  </Link>
                ) : (
                  <span className={color && 'tag'} data-color={color}>
                    {name}
                  </span>
                )}
              </th>
              {columns.map(({ label, unit }, index) => {
                const value = values[index] ?? null
                return (
                  <td key={label} className="px-3 py-1.5 whitespace-nowrap">
                    {value !== null && unit === 'percent' && hasBars && <Bar share={value} />}
                    <span className={unit === 'percent' && hasBars ? 'inline-block w-14' : ''}>
                      {value === null ? '–' : valueText(value, unit, format)}
                    </span>
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

function valueText(value: number, unit: ReportUnit, format: Format): string {
  switch (unit) {
    case 'count':
      return format.number(value)
    case 'rating':
      return format.number(value, 2)
    case 'change':
      return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${format.number(Math.abs(value), 2)}`
    case 'percent':
      return format.percent(value)
    default:
      return unit satisfies never
  }
}

/** Bar of a share from 0 to 100. Drawn as SVG, because browsers leave out backgrounds in print. */
function Bar({ share }: { share: number }) {
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="mr-3 inline-block h-2.5 w-24 align-middle sm:w-40"
      aria-hidden
    >
      <path d="M0 0h100v10H0z" className="fill-muted" />
      <path d={`M0 0h${share}v10H0z`} className="fill-chart-1" />
    </svg>
  )
}

/** The versions of the methods and the hash of the input aren't shown; they are in the report's data. */
function Origin({ report, format }: Pick<ReportPageProps, 'report'> & { format: Format }) {
  const { reviewCount, at, by = null } = report
  return (
    <section className="border-t pt-4 text-xs text-muted-foreground">
      <h2 className="font-medium">How this was made</h2>
      <p className="mt-1">
        From {format.number(reviewCount)} {reviewCount === 1 ? 'review' : 'reviews'} that{' '}
        {reviewCount === 1 ? 'was' : 'were'} online on {format.date(at)}, by the date they were posted
        {by === null ? '' : `, for ${by}`}. The figures don’t change afterwards, and a change is only named
        where it is more than chance.
      </p>
    </section>
  )
}

export function LockedReports({ text, sample }: { text: string; sample: ReportView }) {
  return (
    <>
      <PageHeader title="Reports" />
      <LockedScreen
        feature="hasCustomReports"
        text={text}
        use="Bring your locations’ figures together in reports to read, print and share."
      >
        <ReportPage report={sample} hasReviews={false} />
      </LockedScreen>
    </>
  )
}
