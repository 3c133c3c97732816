import { useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import type { ReviewReading as Reading } from '#worker/rules/corrections.ts'
import { Corrections } from './corrections-form.tsx'

interface ReviewReadingProps {
  reviewId: string
  /** Keeps the review visible if the correction removes it from the list. */
  onStay: (() => void) | undefined
}

export default function ReviewReading({ reviewId, onStay }: ReviewReadingProps) {
  const [reading, setReading] = useState<Reading | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const panel = useRef<HTMLDivElement>(null)

  async function ask() {
    setAsking(true)
    try {
      setReading(await api.insights.reading.query({ reviewId }))
      setFailure(null)
      // Move the focus, because the pressed button disappears.
      if (failure !== null) panel.current?.focus()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setAsking(false)
    }
  }

  return (
    <details className="text-sm print:hidden" onToggle={(event) => event.currentTarget.open && void ask()}>
      <summary className="min-h-11 content-center font-medium text-primary hover:underline dense:min-h-8">
        Topics we found
      </summary>
      <div ref={panel} tabIndex={-1} className="mt-1 grid gap-4 rounded-lg border p-3" aria-busy={isAsking}>
        {failure !== null ? (
          <>
            <p role="alert" className="text-destructive">
              {failure}
            </p>
            <Button variant="outline" className="justify-self-start" pending={isAsking} onClick={ask}>
              Try again
            </Button>
          </>
        ) : reading && !isAsking ? (
          <Corrections reviewId={reviewId} reading={reading} onStay={onStay} onCorrected={setReading} />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </div>
    </details>
  )
}
