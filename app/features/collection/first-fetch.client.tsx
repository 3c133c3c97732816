import { useEffect, useState } from 'react'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { EMPTY_PUBLIC_LIST } from '#worker/rules/remedies.ts'
import type { BusinessesView, BusinessOverview } from '#worker/screens/businesses-screen.ts'
import { type FetchState, fetchState, outsideHistory } from './fetch-state.ts'
import { pausedBecause, SourceLine } from './source-line.tsx'

export interface FirstFetchProps {
  historyDays: number
  /** True while the screen has no review to show; after that, only open runs are displayed. */
  isEmpty: boolean
}

function hasNewReviews({ sources }: BusinessOverview): boolean {
  return sources.some(({ latestRun }) => latestRun !== null && latestRun.reviewsNew > 0)
}

/** Fetches its own data: screens with reviews don't need it. */
export default function FirstFetch({ historyDays, isEmpty }: FirstFetchProps) {
  const [view, setView] = useState<BusinessesView | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    let isAnnounced = false
    const read = () =>
      api.screens.businesses.query({}).then(
        (next) => {
          if (isGone) return
          setView(next)
          // The run may have ended meanwhile, so there may be new notifications.
          window.dispatchEvent(new Event('first-fetch-read'))
          if (isAnnounced || !next.items.some(hasNewReviews)) return
          isAnnounced = true
          fireAppEvent('review-updated')
        },
        (error: unknown) => !isGone && setFailure(errorText(error)),
      )
    read()
    window.addEventListener('review-scraped', read)
    return () => {
      isGone = true
      window.removeEventListener('review-scraped', read)
    }
  }, [])

  if (failure) return <p role="alert">{failure}</p>
  if (!view) return isEmpty ? <Skeleton className="h-56 rounded-xl" /> : null
  const state = fetchState(view.items)
  if (!isEmpty && state !== 'collecting') return null
  const { title, text } = fetchMessage(state, historyDays)
  const [first] = view.items
  return (
    <Card className="text-width mb-6 w-full p-5">
      <h2 className="font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 text-sm text-muted-foreground">{text}</p>
      {view.items.map((business) => (
        <section key={business.id} aria-label={business.name} className="mt-4 border-t pt-4">
          {view.items.length > 1 && <h3 className="mb-2 text-sm font-medium">{business.name}</h3>}
          <ul className="divide-y">
            {business.sources.map((source) => (
              <SourceLine
                key={source.platform}
                businessId={business.id}
                source={source}
                pausedBecause={pausedBecause(business)}
              />
            ))}
          </ul>
        </section>
      ))}
      {state === 'no source' && first && (
        <LinkButton to={`/app/businesses/edit?id=${first.id}`} className="mt-4">
          Add the link
        </LinkButton>
      )}
    </Card>
  )
}

export function fetchMessage(state: FetchState, historyDays: number): { title: string; text: string } {
  const [title, text] = MESSAGES[state]
  return { title: state === 'outside history' ? outsideHistory(historyDays) : title, text }
}

const MESSAGES: Record<FetchState, readonly [title: string, text: string]> = {
  'no source': [
    'Nothing to collect from yet',
    'Add your business’s Google or Yelp link, and its reviews will appear here.',
  ],
  collecting: [
    'Your reviews are on their way',
    'They appear here as they arrive. You can leave this page; collecting continues.',
  ],
  'outside history': ['', 'Older ones are kept.'],
  failing: ['No reviews yet', 'Collecting did not work. The reason is below; you can try again.'],
  'none shown': [EMPTY_PUBLIC_LIST.headline, EMPTY_PUBLIC_LIST.text],
  'none found': ['No reviews yet', 'The platforms show none for this business. New ones will appear here.'],
  'not collected': ['No reviews yet', 'Press Collect now to fetch them.'],
}
