import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import { neededText, trendText } from '#worker/rules/insight-texts.ts'
import type { InsightsView, TypicalTerm } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** Words that are typical of good reviews, and of bad ones. */
export function WordsCard({ view }: { view: InsightsView }) {
  const { praise, blame } = view
  return (
    <TitledCard
      title="What people praise and criticize"
      description="Words that good reviews (4–5 stars) or bad ones (1–2 stars) use more often than chance would explain, the most typical first."
      className="grid gap-6 sm:grid-cols-2"
    >
      <Terms title="Praise" terms={praise} view={view} side="positive" />
      <Terms title="Criticism" terms={blame} view={view} side="negative" />
    </TitledCard>
  )
}

interface TermsProps {
  title: string
  terms: TypicalTerm[]
  view: InsightsView
  side: 'positive' | 'negative'
}

function Terms({ title, terms, view, side }: TermsProps) {
  const format = useFormat()
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-medium">{title}</h3>
      {terms.length === 0 && (
        <p className="mt-2 text-sm text-muted-foreground">No words stand out here yet.</p>
      )}
      <ul className="mt-2 grid gap-1 text-sm">
        {terms.map((one) => (
          <li key={one.term} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="break-words">“{one.term}”</span>
            <ReviewsLink
              to={reviewsBehind(view, view.period, { term: one.term })}
              count={one.all}
              about={`with “${one.term}”`}
              text={`${format.number(one[side])} of ${format.number(one.all)}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Words that have become more or less common. */
export function TrendsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { trends, recent, base } = view
  const month = (day: string) => format.month(day)
  return (
    <TitledCard
      title={
        trends.known && trends.trends.length > 0
          ? 'People are talking about other things'
          : 'What people talk about'
      }
      description={`Since ${month(recent.from)}, compared with ${month(base.from)} to ${month(base.to)}. At most one in ten of these findings may be due to chance.`}
    >
      {!trends.known && <p className="text-sm text-muted-foreground">{neededText(trends.needed)}</p>}
      {trends.known && trends.trends.length === 0 && (
        <p className="text-sm text-muted-foreground">
          No word became clearly more or less common. {format.number(trends.tested)} were compared.
        </p>
      )}
      {trends.known && trends.trends.length > 0 && (
        <ul className="grid gap-3 text-sm">
          {trends.trends.map((trend) => (
            <li key={trend.term}>
              <p>{trendText(trend, format)}</p>
              <p className="flex flex-wrap gap-x-4">
                <ReviewsLink
                  to={reviewsBehind(view, recent, { term: trend.term })}
                  count={trend.recent.part}
                  about={`with “${trend.term}” lately`}
                  text={`${format.number(trend.recent.part)} lately`}
                />
                <ReviewsLink
                  to={reviewsBehind(view, base, { term: trend.term })}
                  count={trend.base.part}
                  about={`with “${trend.term}” before`}
                  text={`${format.number(trend.base.part)} before`}
                />
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}
