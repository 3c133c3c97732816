import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import type { InsightsView, TypicalTerm } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** Lists words that are typical of good reviews, and of bad ones. */
export function WordsCard({ view }: { view: InsightsView }) {
  const { praise, blame } = view
  return (
    <TitledCard
      title="The words they use"
      description="Words guests use when they are happy, and when they are not."
      className="grid grid-cols-2 gap-6"
    >
      <Terms title="Happy" terms={praise} view={view} side="positive" />
      <Terms title="Unhappy" terms={blame} view={view} side="negative" />
    </TitledCard>
  )
}

const MOST_SHOWN = 4

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
        {terms.slice(0, MOST_SHOWN).map((one) => (
          <li key={one.term} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="break-words">“{one.term}”</span>
            <ReviewsLink
              to={reviewsBehind(view, view.wordDays, { term: one.term })}
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
