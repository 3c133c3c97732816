import { useRef } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Badge, type BadgeProps } from '#app/components/ui/badge.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { BenchmarkVerdict, CompetitorView, OwnStanding } from '#worker/rules/competitors.ts'
import { utcDay } from '#worker/rules/durations.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { BenchmarkData, Whiskers } from './benchmark-data.server.ts'

const VERDICTS: Record<BenchmarkVerdict, { text: string; variant: BadgeProps['variant'] }> = {
  better: { text: 'You are ahead', variant: 'positive' },
  probably_better: { text: 'You are probably ahead', variant: 'positive' },
  no_difference: { text: 'No clear difference', variant: 'outline' },
  probably_worse: { text: 'They are probably ahead', variant: 'neutral' },
  worse: { text: 'They are ahead', variant: 'negative' },
}

interface CompetitorCardProps {
  competitor: CompetitorView
  data: BenchmarkData
}

export function CompetitorCard({ competitor, data }: CompetitorCardProps) {
  const format = useFormat()
  const mayEdit = useMay('businesses.update')
  const { id, name, platform, link, totals, problem, dueAt } = competitor
  const own = data.own.find((standing) => standing.platform === platform)
  const [latest] = totals
  const verdict = competitor.verdict && VERDICTS[competitor.verdict]
  return (
    <li>
      <Card className="grid grid-cols-1 gap-4 p-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 font-semibold tracking-tight wrap-anywhere">
            <TextLink
              href={link}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center dense:min-h-0"
            >
              {name}
            </TextLink>
          </h2>
          <PlatformMark platform={platform} />
          {verdict && <Badge variant={verdict.variant}>{verdict.text}</Badge>}
        </div>
        <dl className="grid gap-3">
          {own && (
            <RatingLine
              label="You"
              standing={own}
              whiskers={data.ownWhiskers[platform]}
              source={`on ${PLATFORM_NAMES[platform]}`}
            />
          )}
          {latest && competitor.expected && (
            <RatingLine
              label={name}
              standing={{ ...latest, expected: competitor.expected }}
              whiskers={data.theirWhiskers[id]}
              source={`${format.day(latest.day)}, ${latest.isTyped ? 'entered by hand' : 'from public totals'}`}
            />
          )}
        </dl>
        <p className="text-sm text-muted-foreground">{missing(competitor, own !== undefined)}</p>
        {problem && (
          <p className="text-sm text-muted-foreground">
            {problem} It is looked up again <RelativeTime date={dueAt} />; until then you can type the
            numbers.
          </p>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="min-w-0 flex-1 basis-72">
            {totals.length > 1 && <History competitor={competitor} />}
            {mayEdit && <TotalsForm id={id} name={name} />}
          </div>
          {mayEdit && <RemoveButton id={id} name={name} />}
        </div>
      </Card>
    </li>
  )
}

/** Explains why there is no verdict; if there is one, explains the lines of the ratings. */
function missing({ totals, verdict, needed, platform }: CompetitorView, hasOwn: boolean): string {
  if (totals.length === 0) return 'There are no numbers for this place yet.'
  if (!hasOwn) return `You have no reviews on ${PLATFORM_NAMES[platform]} to compare with.`
  if (verdict === null) {
    return needed === 1
      ? 'Not enough reviews yet to compare (1 more needed).'
      : `Not enough reviews yet to compare (${needed} more needed).`
  }
  return 'The longer a line, the fewer the reviews, and the less certain its rating.'
}

function History({ competitor: { name, totals } }: { competitor: CompetitorView }) {
  const format = useFormat()
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary print:hidden">
        Show past numbers
      </summary>
      <TableFrame label={`Numbers of ${name}`} className="mb-2 max-h-72">
        <table className="w-full text-right whitespace-nowrap">
          <thead className="sticky top-0 bg-muted">
            <tr className="[&_th]:px-3 [&_th]:py-2 [&_th]:font-medium">
              <th scope="col" className="text-left">
                Day
              </th>
              <th scope="col">Average</th>
              <th scope="col">Reviews</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody className="divide-y [&_td]:px-3 [&_td]:py-1.5">
            {totals.map(({ day, average, count, isTyped }) => (
              <tr key={day}>
                <th scope="row" className="px-3 text-left font-normal text-muted-foreground">
                  {format.day(day)} {day.slice(0, 4)}
                </th>
                <td>{format.rating(average)}</td>
                <td>{format.number(count)}</td>
                <td>{isTyped ? 'entered by hand' : 'public totals'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </details>
  )
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const { busy, act } = useAction()
  return (
    <ConfirmButton
      trigger={{
        variant: 'outline',
        pending: busy === id,
        children: 'Remove',
        'aria-label': `Remove ${name}`,
      }}
      title={`Remove ${name}?`}
      text="Its past numbers are deleted too."
      action="Remove"
      isDestructive
      onAction={() =>
        void act(id, async () => {
          await mutate(api.competitors.remove.mutate({ id }), 'business-updated')
          toast.success(`${name} is removed.`)
        })
      }
    />
  )
}

/** Totals copied by hand from the platform. */
function TotalsForm({ id, name }: { id: string; name: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const form = useForm(async (fields) => {
    await mutate(
      api.competitors.recordTotals.mutate({
        id,
        average: numberOf(fields, 'average'),
        count: numberOf(fields, 'count'),
        day: textOf(fields, 'day'),
      }),
      'business-updated',
    )
    toast.success(`The numbers for ${name} were saved.`)
    if (details.current) details.current.open = false
  })
  return (
    <details ref={details} className="text-sm print:hidden">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary">
        Enter the numbers
      </summary>
      <Form form={form} className="py-2">
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField
            label="Average"
            name="average"
            inputMode="decimal"
            placeholder="4.3"
            autoComplete="off"
            required
            error={form.errors.average}
          />
          <TextField
            label="Number of reviews"
            name="count"
            inputMode="numeric"
            autoComplete="off"
            required
            error={form.errors.count}
          />
          <TextField
            label="Seen on"
            name="day"
            type="date"
            defaultValue={utcDay(Date.now())}
            max={utcDay(Date.now())}
            required
            error={form.errors.day}
            suppressHydrationWarning
          />
        </div>
        <SubmitButton form={form} variant="outline" className="justify-self-start">
          Save the numbers
        </SubmitButton>
      </Form>
    </details>
  )
}

/** Parses numbers as people type them: '4,3', '1 240'. Returns 0, which no field accepts, if it isn't a number. */
function numberOf(fields: FormData, name: string): number {
  return Number(textOf(fields, name).replaceAll(/\s/g, '').replace(',', '.')) || 0
}

interface RatingLineProps {
  label: string
  standing: Pick<OwnStanding, 'average' | 'count' | 'expected'>
  whiskers: Whiskers | undefined
  source: string
}

/** Shows a location's average and the expected range of its next rating. */
function RatingLine({ label, standing, whiskers, source }: RatingLineProps) {
  const format = useFormat()
  const { average, count, expected } = standing
  const range = `${format.rating(expected.low)}–${format.rating(expected.high)}`
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 text-sm sm:grid-cols-[minmax(0,1fr)_2fr_9rem]">
      <dt className="min-w-0 font-medium wrap-anywhere">{label}</dt>
      <dd className="col-span-2 row-start-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {whiskers && (
          <svg
            role="img"
            aria-label={`${label}: expected ${format.rating(expected.mean)} (${range})`}
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            className="h-6 w-full overflow-visible"
          >
            <path d="M0 5H100" className="stroke-border" vectorEffect="non-scaling-stroke" />
            <path
              d={`M${whiskers.low} 5H${whiskers.high}M${whiskers.low} 2.5v5M${whiskers.high} 2.5v5`}
              className="stroke-chart-1"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={`M${whiskers.mean} 5h0`}
              className="stroke-chart-1"
              strokeWidth="10"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        )}
      </dd>
      <dd className="text-right sm:col-start-3">
        {format.rating(average)} ({range})
        <span className="block text-xs text-muted-foreground">
          {count === 1 ? '1 review' : `${format.number(count)} reviews`}, {source}
        </span>
      </dd>
    </div>
  )
}
