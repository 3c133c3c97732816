import { TitledCard } from '#app/components/ui/card.tsx'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import { MISMATCH_TEXTS } from '#worker/rules/insight-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { MISMATCHES } from '#worker/rules/review-features.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** Reviews whose stars and text disagree. */
export function MismatchCard({ view }: { view: InsightsView }) {
  return (
    <TitledCard
      title="Stars and text don’t match"
      description="Reviews of the last 12 months worth a second look. If we misread one, open it and correct it."
      className="grid gap-4 text-sm"
    >
      {MISMATCHES.map((mismatch) => {
        const { title, use } = MISMATCH_TEXTS[mismatch]
        return (
          <div key={mismatch}>
            <h3 className="font-medium">{title}</h3>
            <p className="text-muted-foreground">{use}</p>
            <ReviewsLink
              to={reviewsBehind(view, view.period, { mismatch })}
              count={view.mismatches[mismatch]}
              about={title}
            />
          </div>
        )
      })}
    </TitledCard>
  )
}
