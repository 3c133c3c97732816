import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import { hasFeature } from '#worker/rules/plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { exportHref } from '../reviews/export-link.tsx'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { TagButton } from '../tags/review-tags.tsx'
import { markAnswered, settleReviews } from './mark-answered.ts'

const BulkDialog = onDemand(() => import('./bulk-dialog.client.tsx'))

interface BulkBarProps {
  /** At least one. */
  reviews: ReviewRow[]
  /** People that reviews can be assigned to; empty if there is only one person. */
  people: readonly Assignee[]
  businessNames: ReadonlyMap<string, string>
  onDone: () => void
}

/** Floats over the list, so that the rows don't shift when it appears. */
export function BulkBar({ reviews, people, businessNames, onDone }: BulkBarProps) {
  const { plan } = useViewer()
  const mayAnswer = useMay('reviews.answer')
  const mayPost = useMay('replies.post')
  const [asked, setAsked] = useState<'assign' | 'template' | null>(null)
  const ids = reviews.map(({ id }) => id)
  function done() {
    // The bar disappears with the focused button, so move the focus.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    onDone()
  }

  return (
    <section
      aria-label="Selected reviews"
      className="fixed inset-x-4 bottom-4 max-md:bottom-20 z-30 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-xl border bg-popover p-2 pl-4 text-sm text-popover-foreground shadow-lg"
    >
      <p role="status" className="font-medium">
        {ids.length} selected
      </p>
      {mayPost && (
        <Button
          size="sm"
          onClick={() => {
            done()
            void markAnswered(ids)
          }}
        >
          Mark as answered
        </Button>
      )}
      {mayAnswer && (
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            done()
            void settleReviews(ids)
          }}
        >
          No reply needed
        </Button>
      )}
      {mayPost && (
        <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setAsked('template')}>
          Reply with a template
        </Button>
      )}
      {mayAnswer && <TagButton reviews={reviews} size="sm" variant="outline" />}
      {mayAnswer && people.length > 0 && (
        <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setAsked('assign')}>
          Assign
        </Button>
      )}
      {hasFeature(plan, 'hasCsvExport') && (
        <Button asChild size="sm" variant="outline">
          <a href={exportHref({ ids })}>Export CSV</a>
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={done}>
        Clear
      </Button>
      {asked && (
        <BulkDialog
          kind={asked}
          reviews={reviews}
          people={people}
          businessNames={businessNames}
          onDone={done}
          onClose={() => setAsked(null)}
          onFailure={() => setAsked(null)}
        />
      )}
    </section>
  )
}
