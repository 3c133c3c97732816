import { Link } from '@remix-run/react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { FindingDetails } from '#app/features/insights/finding-details.tsx'
import { FindingList } from '#app/features/insights/finding-list.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { counted } from '#worker/rules/counted.ts'
import type { Finding } from '#worker/rules/findings.ts'
import type { InsightsView } from '#worker/rules/insights.ts'

/** Findings that an owner can do something about. */
const CALLS_FOR_ACTION: readonly Finding['kind'][] = [
  'rating_fell',
  'complaint_grew',
  'new_theme',
  'location_apart',
]

const MAX_SHOWN = 3

export function FindingsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { findings, reviews, average, isReading, suspicions } = view
  const mayMark = useMay('businesses.update')
  const isMarked = ({ topic }: Finding) =>
    findings.some((other) => other.actionId !== undefined && other.topic === topic)
  const detailsOf = (finding: Finding) => (
    <>
      {mayMark && !finding.isGood && CALLS_FOR_ACTION.includes(finding.kind) && !isMarked(finding) && (
        <MarkLink finding={finding} />
      )}
      <FindingDetails finding={finding} />
    </>
  )
  return (
    <TitledCard
      title="What you should know"
      description={`${counted(reviews, 'review', format)} posted in a year${average === null ? '' : `, ${format.rating(average)} stars`}.${isReading ? ' Some are still being read, so figures may change within minutes.' : ''}`}
      className="grid gap-3"
    >
      <FindingList findings={findings.slice(0, MAX_SHOWN)} details={detailsOf} />
      {findings.length > MAX_SHOWN && (
        <details className="text-sm print:hidden">
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-medium text-primary dense:min-h-8">
            {format.number(findings.length - MAX_SHOWN)} more
          </summary>
          <FindingList findings={findings.slice(MAX_SHOWN)} details={detailsOf} />
        </details>
      )}
      {suspicions.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 text-sm print:hidden">
          Reviews that look copied:
          {suspicions.map(({ id, day, reviewIds }) => (
            <a
              key={id}
              href={`/export/evidence.csv?alarm=${id}`}
              className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
              aria-label={`Save the evidence: ${counted(reviewIds.length, 'review', format)}, ${format.day(day)}`}
            >
              {suspicions.length === 1 ? 'Save the evidence' : `Save the evidence of ${format.day(day)}`}
            </a>
          ))}
          <Link
            to="/app/reviews/cases"
            className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
          >
            Report these reviews
          </Link>
        </p>
      )}
    </TitledCard>
  )
}

/** Links to the form for a new action, filled in for the finding. */
function MarkLink({ finding: { businessId, topic, sentence } }: { finding: Finding }) {
  const params = new URLSearchParams({ new: '1', businessId, ...(topic && { topic }) })
  return (
    <Link
      to={`/app/ai-insights/actions?${params}`}
      className="inline-flex min-h-11 items-center text-sm font-medium text-primary hover:underline print:hidden dense:min-h-8"
      aria-label={`Mark an action: ${sentence}`}
    >
      Mark an action
    </Link>
  )
}
