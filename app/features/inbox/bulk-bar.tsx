import { hasFeature } from '#worker/rules/plans.ts'
import { Button } from '../../components/ui/button.tsx'
import { useMay, useViewer } from '../../lib/viewer.ts'
import { exportHref } from '../reviews/export-link.tsx'
import { markAnswered, settleReviews } from './mark-answered.ts'

interface BulkBarProps {
  ids: string[]
  /** Called once nothing is selected any more. */
  onDone: () => void
}

/** Actions for the selected reviews. It floats over the screen so that nothing moves. */
export function BulkBar({ ids, onDone }: BulkBarProps) {
  const { plan } = useViewer()
  const mayAnswer = useMay('reviews.answer')
  const mayPost = useMay('replies.post')
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
      {hasFeature(plan, 'hasCsvExport') && (
        <Button asChild size="sm" variant="outline">
          <a href={exportHref({ ids })}>Export CSV</a>
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={done}>
        Clear
      </Button>
    </section>
  )
}
