import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import type { ReviewReading as Reading } from '#worker/rules/corrections.ts'
import { Corrections } from './corrections-form.tsx'

type State = { is: 'asking' } | { is: 'failed'; message: string } | { is: 'read'; reading: Reading }

/** What AI Insights reads in a review, and where members say what it means instead. A default export, because it is loaded late. */
export default function ReviewReading({ reviewId }: { reviewId: string }) {
  const [state, setState] = useState<State>({ is: 'asking' })

  function ask() {
    setState({ is: 'asking' })
    api.insights.reading.query({ reviewId }).then(
      (reading) => setState({ is: 'read', reading }),
      (error: unknown) => setState({ is: 'failed', message: errorText(error) }),
    )
  }

  return (
    <details className="text-sm" onToggle={(event) => event.currentTarget.open && ask()}>
      <summary className="min-h-11 content-center font-medium text-primary hover:underline md:min-h-8">
        How it was read
      </summary>
      <div className="mt-1 grid gap-4 rounded-lg border p-3" aria-busy={state.is === 'asking'}>
        {state.is === 'asking' && <Skeleton className="h-40 w-full" />}
        {state.is === 'failed' && (
          <>
            <p role="alert" className="text-destructive">
              {state.message}
            </p>
            <Button variant="outline" className="justify-self-start" onClick={ask}>
              Try again
            </Button>
          </>
        )}
        {state.is === 'read' && (
          <Corrections
            reviewId={reviewId}
            reading={state.reading}
            onCorrected={(reading) => setState({ is: 'read', reading })}
          />
        )}
      </div>
    </details>
  )
}
