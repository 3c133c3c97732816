import { Link } from '@remix-run/react'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { RemedyButton } from '#app/features/collection/remedy-button.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { ListedBusiness } from './business-filters.tsx'

/** Classes that extend a link into its cell's padding on touch screens, without increasing the row's height. */
const LINK =
  '-my-3 inline-flex min-h-11 min-w-11 items-center text-primary hover:underline dense:my-0 dense:min-h-0 dense:min-w-0'

export default function BusinessTable({ businesses }: { businesses: ListedBusiness[] }) {
  const format = useFormat()
  return (
    <TableFrame label="Businesses" className="bg-card">
      <table className="w-full text-left text-sm">
        <thead className="bg-muted text-muted-foreground">
          <tr className="[&_th]:px-4 [&_th]:py-2.5 [&_th]:font-medium">
            <th scope="col">Business</th>
            <th scope="col" className="text-right">
              Rating
            </th>
            <th scope="col" className="text-right">
              Reviews
            </th>
            <th scope="col" className="text-right whitespace-nowrap">
              Need an answer
            </th>
            <th scope="col">Collecting</th>
          </tr>
        </thead>
        <tbody className="divide-y [&_td]:px-4 [&_td]:py-3">
          {businesses.map((business) => (
            <tr key={business.id}>
              <th scope="row" className="min-w-40 px-4 py-3 font-medium wrap-anywhere">
                {business.name}
              </th>
              <td className="text-right tabular-nums">
                {business.reviewCount > 0 ? format.rating(business.averageRating) : '–'}
              </td>
              <td className="text-right tabular-nums">
                <Figure
                  count={business.unread.figures ? null : business.reviewCount}
                  to={`/app/reviews?businessId=${business.id}`}
                  about={`${reviewsOf(business.reviewCount)} of ${business.name}`}
                />
              </td>
              <td className="text-right tabular-nums">
                <Figure
                  count={business.unread.figures ? null : business.pendingCount}
                  to={`/app/reviews?status=pending&businessId=${business.id}`}
                  about={`${reviewsOf(business.pendingCount)} of ${business.name} ${business.pendingCount === 1 ? 'needs' : 'need'} an answer`}
                />
              </td>
              <td className="min-w-48">
                <Link
                  to={`/app/businesses/${business.id}/sources`}
                  className={LINK}
                  aria-describedby={`state-${business.id}`}
                >
                  Sources
                </Link>{' '}
                <span id={`state-${business.id}`} className="text-muted-foreground">
                  <State business={business} />
                </span>
                <Remedy business={business} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  )
}

const reviewsOf = (count: number) => (count === 1 ? 'review' : 'reviews')

/**
 * @param count null if it couldn't be read
 * @param about what is counted, for screen readers without the table's headings
 */
function Figure({ count, to, about }: { count: number | null; to: string; about: string }) {
  const format = useFormat()
  if (count === null) return '–'
  if (count === 0) return format.number(0)
  return (
    <Link to={to} className={cn(LINK, 'justify-end')} aria-label={`${format.number(count)} ${about}`}>
      {format.number(count)}
    </Link>
  )
}

/** Returns the fault that stops collection; if there are several, one that the owner can fix. */
function faultOf({ isActive, aboveLimit, faults }: ListedBusiness) {
  return isActive && !aboveLimit ? faults[0] : undefined
}

function Remedy({ business }: { business: ListedBusiness }) {
  const action = faultOf(business)?.action
  return (
    action && (
      <div className="mt-2">
        <RemedyButton action={action} size="sm" />
      </div>
    )
  )
}

function State({ business }: { business: ListedBusiness }) {
  const { isActive, aboveLimit, sources, unread } = business
  const fault = faultOf(business)
  const last = sources
    .flatMap(({ lastSucceededAt }) => lastSucceededAt ?? [])
    .sort()
    .at(-1)
  if (!isActive) return 'paused'
  if (aboveLimit) return "above your plan's limit"
  if (fault) return fault.title
  if (unread.sources) return 'could not be loaded'
  if (sources.length === 0) return 'nothing to collect from'
  if (!last) return 'not collected yet'
  return (
    <>
      checked <RelativeTime date={last} />
    </>
  )
}
