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
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { BenchmarkVerdict, CompetitorView } from '#worker/rules/competitors.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { BenchmarkData } from './benchmark-data.server.ts'
import { RatingLine } from './rating-line.tsx'
import { TotalsForm } from './totals-form.tsx'

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

/** Compares one competitor with the business and lists its recorded totals. */
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

/** Says why there is no verdict, or how to read it. */
function missing({ totals, verdict, needed, platform }: CompetitorView, hasOwn: boolean): string {
  if (totals.length === 0) return 'There are no numbers for this place yet.'
  if (!hasOwn) return `You have no reviews on ${PLATFORM_NAMES[platform]} to compare with.`
  if (verdict === null) {
    return needed === 1
      ? 'Not enough reviews yet to compare (1 more needed).'
      : `Not enough reviews yet to compare (${needed} more needed).`
  }
  return 'The dot is the expected rating; the line is the range it falls in with 90% probability.'
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
