import { Link } from '@remix-run/react'
import { CircleAlert } from 'lucide'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { RemedyButton } from '#app/features/collection/remedy-button.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { DashboardData } from './dashboard-data.server.ts'

export function SourceSummary({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { sources, businesses } = data
  const { count, lastSucceededAt, fault, furtherFaults, backfill } = sources
  if (!fault) {
    if (count === 0 || lastSucceededAt === null) return null
    return (
      <p className="text-sm text-muted-foreground">
        {count === 1 ? 'Checked ' : `${format.number(count)} sources checked `}
        <RelativeTime date={lastSucceededAt} />. {backfill}
      </p>
    )
  }
  const place = businesses.length > 1 ? ` for ${fault.businessName}` : ''
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4">
      <Icon
        of={CircleAlert}
        className={cn('size-5 shrink-0', fault.isLimit ? 'text-neutral' : 'text-negative')}
      />
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        {fault.isLimit ? (
          `${PLATFORM_NAMES[fault.platform]}${place}: ${fault.text}`
        ) : (
          <>
            <span className="font-medium">{`${fault.headline.startsWith(PLATFORM_NAMES[fault.platform]) ? 'No new reviews' : `No new reviews from ${PLATFORM_NAMES[fault.platform]}`}${place}: `}</span>
            {fault.headline}.{!fault.action && ' We keep trying.'}
          </>
        )}
        {furtherFaults > 0 &&
          ` ${format.number(furtherFaults)} more ${furtherFaults === 1 ? 'source has' : 'sources have'} a problem.`}{' '}
        {backfill}
      </p>
      {fault.action && <RemedyButton action={fault.action} size="sm" />}
      <Link
        to={furtherFaults > 0 ? '/app/businesses' : `/app/businesses/${fault.businessId}/sources`}
        className="py-3 text-sm font-medium text-primary hover:underline dense:py-2"
      >
        {furtherFaults > 0 ? 'See all' : 'See why'}
      </Link>
    </Card>
  )
}
