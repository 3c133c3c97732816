import { TitledCard } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { AskScreenView, Effect } from '#worker/rules/asking.ts'

export function EffectCard({ view: { counts, effect } }: { view: AskScreenView }) {
  const format = useFormat()
  const figures = [
    { name: 'Opened', count: counts.opened },
    ...counts.followed.map(({ name, count }) => ({ name: `Went on to ${name}`, count })),
  ]
  return (
    <TitledCard
      title="What came of it"
      description="Your page in the last 30 days. We count visits, not visitors: no cookies, no addresses."
      className="grid gap-5"
    >
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {figures.map(({ name, count }) => (
          <div key={name}>
            <dt className="text-sm wrap-anywhere text-muted-foreground">{name}</dt>
            <dd className="text-2xl font-semibold tracking-tight tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-1 border-t pt-5">
        <p className="font-medium">{verdictOf(effect)}</p>
        <p className="text-sm text-muted-foreground">{detailOf(effect)}</p>
      </div>
    </TitledCard>
  )
}

function verdictOf({ verdict }: Effect): string {
  switch (verdict) {
    case 'not_asked':
      return 'You haven’t asked anybody yet.'
    case 'too_early':
      return 'It’s too early to compare.'
    case 'no_history':
      return 'There’s nothing to compare with.'
    case 'unclear':
      return 'No clear effect yet.'
    case 'more':
      return 'You’ve been getting more reviews since you started asking.'
    case 'fewer':
      return 'You’ve been getting fewer reviews since you started asking.'
    default:
      return verdict satisfies never
  }
}

function detailOf({ verdict, weeks, before, after }: Effect): string {
  const compared = `${after} reviews in the ${weeks} weeks after your first request, ${before} in the ${weeks} weeks before, on all platforms.`
  switch (verdict) {
    case 'not_asked':
      return 'Two weeks after your first request, you’ll see here whether you get more reviews.'
    case 'too_early':
      return 'The comparison starts two weeks after your first request.'
    case 'no_history':
      return `We have no reviews from ${weeks} weeks before your first request, or your plan doesn’t reach that far back.`
    case 'unclear':
      return `${compared} A difference like this could be chance.`
    case 'more':
    case 'fewer':
      return `${compared} That is more than chance, but other things may have changed as well.`
    default:
      return verdict satisfies never
  }
}
