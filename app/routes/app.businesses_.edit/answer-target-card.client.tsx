import { useEffect, useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { ANSWER_HOURS, targetText } from '#worker/rules/answer-targets.ts'

type State = { is: 'reading' } | { is: 'failed' } | { is: 'read'; hours: number | null }

export default function AnswerTargetCard({ businessId }: { businessId: string }) {
  const [state, setState] = useState<State>({ is: 'reading' })
  useEffect(() => {
    let isLeft = false
    api.reviews.answerTarget.query({ businessId }).then(
      ({ hours }) => !isLeft && setState({ is: 'read', hours }),
      () => !isLeft && setState({ is: 'failed' }),
    )
    return () => {
      isLeft = true
    }
  }, [businessId])

  async function choose(value: string) {
    const hours = ANSWER_HOURS.find((known) => String(known) === value) ?? null
    const before = state
    setState({ is: 'read', hours })
    const saved = await mutateOrToast(
      api.reviews.setAnswerTarget.mutate({ businessId, hours }),
      'business-updated',
      'Not saved',
    )
    if (saved === null) return setState(before)
    toast.success(
      hours === null ? 'Nothing is due any more.' : `Reviews should be answered ${targetText(hours)}.`,
      { title: 'Saved' },
    )
  }

  return (
    <TitledCard
      title="Answer in time"
      description="You’ll be reminded before a review has waited too long, and find what is due or overdue in your reviews."
    >
      {state.is === 'reading' && <Skeleton className="h-16 w-full" />}
      {state.is === 'failed' && <FailedRead title="The target could not be read." />}
      {state.is === 'read' && (
        <Field
          label="Guests should see an answer"
          hint="Counted from when the review was posted until guests can read your reply."
        >
          {(control) => (
            <Select
              {...control}
              value={state.hours ?? ''}
              onChange={({ target }) => void choose(target.value)}
            >
              <option value="">No target</option>
              {ANSWER_HOURS.map((hours) => (
                <option key={hours} value={hours}>
                  {targetText(hours).replace('within', 'Within')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </TitledCard>
  )
}
