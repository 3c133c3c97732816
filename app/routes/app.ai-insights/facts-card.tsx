import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { factBehind } from '#worker/rules/insight-links.ts'
import { factCount, factText } from '#worker/rules/insight-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** The few things that matter. */
export function FactsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { facts, reviews, average, texts, isReading } = view
  return (
    <TitledCard
      title={facts.length > 0 ? 'What matters most' : 'Nothing unusual'}
      description={`${counted(reviews, 'review', format)} in 12 months${average === null ? '' : `, ${format.rating(average)} stars on average`}, ${format.number(texts)} with text.${isReading ? ' Some are still being read, so figures may change within minutes.' : ''}`}
    >
      {facts.length === 0 ? (
        <p className="text-sm text-muted-foreground">
          No change or topic goes beyond what chance would explain.
        </p>
      ) : (
        <ol className="grid gap-4">
          {facts.map((fact, index) => {
            const text = factText(fact, format)
            return (
              <li key={text} className="grid grid-cols-[1.5rem_1fr] text-sm">
                <span className="font-semibold text-muted-foreground">{format.number(index + 1)}</span>
                <div>
                  <p>{text}</p>
                  <ReviewsLink to={factBehind(view, fact)} count={factCount(fact)} about={text} />
                </div>
              </li>
            )
          })}
        </ol>
      )}
    </TitledCard>
  )
}
