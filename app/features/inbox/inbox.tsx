import './inbox.css'
import { useLocation, useNavigate } from '@remix-run/react'
import { ArrowLeft } from 'lucide'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { FirstReviews } from '#app/features/collection/first-reviews.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { cn } from '#app/lib/cn.ts'
import { isPlainClick } from '#app/lib/plain-click.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { REVIEWS_FAILED } from '#worker/rules/error-texts.ts'
import { countText, MAX_TOTAL } from '#worker/rules/inbox-views.ts'
import { forgetSavedDrafts, useDraftIds } from '../replies/use-draft.ts'
import { ExportLink } from '../reviews/export-link.tsx'
import { ReviewDetail } from '../reviews/review-detail.tsx'
import { FilterForm } from './filter-form.tsx'
import { activeFilters, type Filters, listAddress, reviewAddress, viewOf } from './filters.ts'
import type { Inbox } from './inbox-data.server.ts'
import { ReviewRowItem } from './review-row.tsx'
import { isWide, useShownReview } from './use-shown-review.ts'
import { ViewTabs } from './view-tabs.tsx'

const NothingFits = onDemand(() => import('./nothing-fits.client.tsx'))
const NoMoreReviews = onDemand(() => import('./no-more-reviews.client.tsx'))
const InboxTools = onDemand(() => import('./inbox-tools.client.tsx'))
const SaveView = onDemand(() => import('./save-view.client.tsx'))

export function ReviewInbox({ inbox }: { inbox: Inbox }) {
  const { items, businesses, filters, errors, cursor, nextCursor, historyDays, failed, savedViews, total } =
    inbox
  const address = listAddress(filters)
  const query = new URL(listAddress(filters, cursor), 'http://list').search
  const navigate = useNavigate()
  const { state } = useLocation()
  const { openId, shown, isListLoading, isReviewLoading } = useShownReview(inbox)
  const isHydrated = useHydrated()
  const isEmpty = items.length === 0 && !failed && !cursor && activeFilters(filters) === 0 && openId === null
  // Keep the progress banner if the list was empty on load.
  const [watches] = useState(isEmpty)
  const accountId = useViewer().user.id
  const draftIds = useDraftIds(accountId)
  useEffect(() => {
    forgetSavedDrafts(
      accountId,
      items.map(({ id, response }) => ({ reviewId: id, text: response?.text })),
    )
  }, [accountId, items])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  // Assigning makes sense only with more than one member.
  const isTeam = inbox.people.length > 1
  const assigneeOf = new Map(inbox.people.map(({ userId, name }) => [userId, name]))
  const nameOf = new Map(businesses.map((business) => [business.id, business.name]))
  const index = items.findIndex(({ id }) => id === shown?.id)
  // Skip reviews that need no reply. After the end of the list, continue with earlier reviews that were skipped by
  // hand.
  const next = [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].find(
    ({ isAnswered, removedAt }) => !isAnswered && !removedAt,
  )
  const answersNext = useRef(false)
  useEffect(() => {
    if (!answersNext.current || !shown) return
    answersNext.current = false
    document.querySelector(`[data-review="${shown.id}"]`)?.scrollIntoView({ block: 'nearest' })
    // Focus the next reply. Not on a phone, where the keyboard would hide the review.
    if (isWide()) document.querySelector<HTMLElement>('.review textarea[data-reply]')?.focus()
  }, [shown])

  function open(id: string | null) {
    navigate(reviewAddress(id, filters, cursor), {
      preventScrollReset: true,
      // Back returns to the list, however many reviews were opened.
      replace: openId !== null && id !== null,
      state: { ...state, keepsFocus: true },
    })
  }

  function follow(event: MouseEvent<HTMLAnchorElement>, id: string) {
    if (!isPlainClick(event)) return
    event.preventDefault()
    navigate(event.currentTarget.pathname + event.currentTarget.search, {
      preventScrollReset: true,
      replace: id === openId,
      state: { ...state, keepsFocus: true },
    })
  }

  function choose(id: string) {
    const changed = new Set(chosen)
    if (!changed.delete(id)) changed.add(id)
    setChosen(changed)
  }

  if (inbox.isNew) {
    return (
      <>
        <PageHeader title="Reviews" />
        <FirstBusiness />
      </>
    )
  }
  const isAlone = openId !== null
  // Ignore selected reviews that have left the list.
  const chosenItems = items.filter(({ id }) => chosen.has(id))
  const found = total === null ? null : `${countText(total, MAX_TOTAL)} ${total === 1 ? 'review' : 'reviews'}`
  return (
    <>
      <div className={cn(isAlone && 'max-lg:hidden')}>
        <PageHeader
          title="Reviews"
          description={`${describe(filters, historyDays, nameOf)}${(!isEmpty && inbox.backfill && ` ${inbox.backfill}`) || ''}`}
          actions={
            items.length > 0 && (
              <>
                {/* On wide screens the sidebar has this link. */}
                <LinkButton to="/app/ask" variant="outline" className="md:hidden">
                  Get reviews
                </LinkButton>
                <ExportLink filters={filters} />
              </>
            )
          }
        />
        {(isEmpty || watches) && <FirstReviews historyDays={historyDays} isEmpty={isEmpty} />}
      </div>
      {!isEmpty && (
        <>
          <div className={cn(isAlone && 'max-lg:hidden')}>
            <ViewTabs
              filters={filters}
              counts={inbox.counts}
              dueCounts={inbox.dueCounts}
              savedViews={savedViews}
              isTeam={isTeam}
            />
            <FilterForm
              filters={filters}
              errors={errors}
              businesses={businesses}
              found={found}
              tags={inbox.tags}
              ownPlatforms={inbox.ownPlatforms}
              texts={inbox.filterTexts}
              isTeam={isTeam}
            />
            {!viewOf(filters) && (
              <div className="mb-3 min-h-11 dense:min-h-8">
                {isHydrated && <SaveView key={address} filters={filters} savedViews={savedViews} />}
              </div>
            )}
          </div>
          {failed && <FailedRead title={REVIEWS_FAILED} />}
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
            <div
              className={cn(
                'min-w-0',
                isAlone && 'max-lg:hidden',
                items.length === 0 && !isAlone && 'lg:col-span-2',
              )}
            >
              {items.length > 0 && (
                <ul
                  className="overflow-hidden rounded-xl border bg-card shadow-xs aria-busy:opacity-60"
                  aria-label="Reviews"
                  aria-busy={isListLoading}
                >
                  {items.map((review) => (
                    <ReviewRowItem
                      key={review.id}
                      review={review}
                      businessName={businesses.length > 1 ? nameOf.get(review.businessId) : undefined}
                      assignee={review.assignment && assigneeOf.get(review.assignment.userId)}
                      search={filters.search}
                      address={`/app/reviews/${review.id}${query}`}
                      isShown={review.id === shown?.id}
                      isOpen={review.id === openId}
                      hasDraft={draftIds.includes(review.id)}
                      isChosen={chosen.has(review.id)}
                      onChoose={choose}
                      onFollow={follow}
                    />
                  ))}
                </ul>
              )}
              {items.length === 0 &&
                !failed &&
                !isListLoading &&
                isHydrated &&
                (cursor ? (
                  <NoMoreReviews firstPage={address} />
                ) : (
                  <NothingFits filters={filters} historyDays={historyDays} />
                ))}
              <Pager filters={filters} cursor={cursor} nextCursor={nextCursor} />
            </div>
            <div className={cn('min-w-0 lg:sticky lg:top-20 print:static', !isAlone && 'max-lg:hidden')}>
              {isAlone && (
                <LinkButton
                  to={reviewAddress(null, filters, cursor)}
                  variant="ghost"
                  className="mb-2 -ml-3 lg:hidden"
                >
                  <Icon of={ArrowLeft} />
                  All reviews
                </LinkButton>
              )}
              {shown ? (
                <div
                  key={shown.id}
                  className={cn(
                    'lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto print:max-h-none print:overflow-visible',
                    // Room to scroll the last button out from under the selection bar.
                    chosenItems.length > 0 && 'lg:pb-20',
                  )}
                >
                  <ReviewDetail
                    review={shown}
                    businessName={nameOf.get(shown.businessId) ?? ''}
                    search={filters.search}
                    people={isTeam ? inbox.people : []}
                    history={inbox.selected?.id === shown.id ? inbox.selected.history : null}
                    address={reviewAddress(shown.id, filters, cursor)}
                    onNext={
                      next &&
                      (() => {
                        answersNext.current = true
                        open(next.id)
                      })
                    }
                    onStay={openId === null ? () => open(shown.id) : undefined}
                    onReturn={() => open(shown.id)}
                  />
                </div>
              ) : isReviewLoading ? (
                <Skeleton className="h-96 w-full rounded-xl" />
              ) : (
                isAlone && <FailedRead title="This review could not be read." />
              )}
            </div>
          </div>
          {isHydrated && items.length > 0 && (
            <InboxTools
              ids={items.map(({ id }) => id)}
              chosen={chosenItems}
              businessNames={nameOf}
              people={isTeam ? inbox.people : []}
              waitingSince={
                viewOf(filters)?.count === 'needsAnswer'
                  ? items.map(({ reviewDate, scrapedAt }) => reviewDate ?? scrapedAt)
                  : []
              }
              businessId={filters.businessId}
              shownId={shown?.id ?? null}
              openId={openId}
              onOpen={open}
              onChoose={choose}
              onDone={() => setChosen(new Set())}
            />
          )}
        </>
      )}
    </>
  )
}

function describe({ businessId }: Filters, historyDays: number, nameOf: Map<string, string>): string {
  const name = nameOf.get(businessId ?? '')
  return `${name ? `${name}. ` : ''}Showing the last ${historyDays} days.`
}

interface PagerProps {
  filters: Filters
  cursor: string | null
  nextCursor: string | null
}

/** The previous page is unknown if this one was opened by its URL; 'previous' then links to the first page. */
function Pager({ filters, cursor, nextCursor }: PagerProps) {
  const { state } = useLocation()
  if (!cursor && !nextCursor) return null
  // Cursors only lead forward, so the addresses of earlier pages are kept in the history state.
  const before: string[] = state?.pagesBefore ?? []
  const first = listAddress(filters)
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-2">
      {cursor ? (
        <LinkButton
          to={before.at(-1) ?? first}
          state={{ pagesBefore: before.slice(0, -1) }}
          variant="outline"
        >
          {before.length > 0 ? 'Previous' : 'First page'}
        </LinkButton>
      ) : (
        <span />
      )}
      {nextCursor && (
        <LinkButton
          to={listAddress(filters, nextCursor)}
          state={{ pagesBefore: [...before, listAddress(filters, cursor)] }}
          variant="outline"
        >
          Next
        </LinkButton>
      )}
    </nav>
  )
}
