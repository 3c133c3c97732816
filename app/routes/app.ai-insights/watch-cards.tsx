import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { alarmBehind, reviewsBehind } from '#worker/rules/insight-links.ts'
import { alarmText, MISMATCH_TEXTS, neededText } from '#worker/rules/insight-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { MISMATCHES } from '#worker/rules/review-features.ts'
import { ReviewsLink } from './reviews-link.tsx'

/** What is different in the last two weeks. */
export function AlarmsCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { alarms } = view
  return (
    <TitledCard
      title={alarms.known && alarms.alarms.length > 0 ? 'Something has changed' : 'The last 14 days'}
      description="Compared with the half year before. Where nothing happens, this is wrong at most once a year."
    >
      {!alarms.known && <p className="text-sm text-muted-foreground">{neededText(alarms.needed)}</p>}
      {alarms.known && alarms.alarms.length === 0 && (
        <p className="text-sm text-muted-foreground">Nothing is different.</p>
      )}
      {alarms.known && (
        <ul className="grid gap-3 text-sm">
          {alarms.alarms.map((alarm) => {
            const text = alarmText(alarm, format)
            return (
              <li key={text}>
                <p>{text}</p>
                <ReviewsLink to={alarmBehind(view, alarm)} count={alarm.part} about={text} />
              </li>
            )
          })}
        </ul>
      )}
    </TitledCard>
  )
}

/** Reviews whose stars and text disagree. */
export function MismatchCard({ view }: { view: InsightsView }) {
  return (
    <TitledCard
      title="Stars and words disagree"
      description="Reviews of the last 12 months worth a second look."
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
