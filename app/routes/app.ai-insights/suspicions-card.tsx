import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { reviewsNamed } from '#worker/rules/insight-links.ts'
import { alarmText } from '#worker/rules/insight-texts.ts'
import type { SuspicionInsight } from '#worker/rules/insights.ts'
import { ReviewsLink } from './reviews-link.tsx'

const CHECKLIST = [
  'Look for each author among your orders, bookings and visits of those days.',
  'Open their profiles: many new ones with no other reviews, or with reviews of the same places, are a warning sign.',
  'Look for details that are not yours: another street, a dish you don’t serve, a person you don’t employ.',
  'Report what breaks a platform’s rules on that platform, and attach the evidence. The platform decides.',
  'Answer calmly, once, and don’t accuse anyone: real guests may be writing at the same time, too.',
]

/** Reviews that may belong together: what to check before anything is said, and the evidence to take along. */
export function SuspicionsCard({ suspicions }: { suspicions: readonly SuspicionInsight[] }) {
  const format = useFormat()
  return (
    <TitledCard
      title="Is this an attack?"
      description="Reviews that look unusual as a group. Numbers can’t tell whether they are honest, so check before you act."
      className="grid gap-4 text-sm"
    >
      <ul className="grid gap-4">
        {suspicions.map((suspicion) => {
          const text = `Up to ${format.day(suspicion.day)}: ${alarmText(suspicion, format)}`
          return (
            <li key={suspicion.id} className="grid justify-items-start gap-2">
              <p>{text}</p>
              <ReviewsLink
                to={reviewsNamed(suspicion.reviewIds)}
                count={suspicion.reviewIds.length}
                about={text}
              />
              <Button asChild variant="outline">
                <a
                  href={`/export/evidence.csv?alarm=${suspicion.id}`}
                  aria-label={`Download the evidence: ${text}`}
                >
                  Download the evidence
                </a>
              </Button>
            </li>
          )
        })}
      </ul>
      <div>
        <h3 className="font-medium">What to check</h3>
        <ol className="mt-1 grid list-decimal gap-1 pl-5">
          {CHECKLIST.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </TitledCard>
  )
}
