import { UserRoundCheck } from 'lucide'
import { useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { cn } from '#app/lib/cn.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import type { Assignment } from '#worker/reviews/review-view.ts'
import { AssignForm } from './assign-form.tsx'

export interface AssignmentAreaProps {
  reviewId: string
  assignment: Assignment | undefined
  /** People to whom the review can be assigned; always more than one. */
  people: readonly Assignee[]
}

export default function AssignmentArea({ reviewId, assignment, people }: AssignmentAreaProps) {
  const { user } = useViewer()
  const mayAssign = useMay('reviews.answer')
  const [isAsking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () =>
    closeAndRefocus(
      () => button.current,
      () => setAsking(false),
    )
  const { busy, act } = useAction()
  const nameOf = (userId: string) =>
    userId === user.id ? 'you' : (people.find((person) => person.userId === userId)?.name ?? 'a colleague')

  function assign(userId: string | null, message: string | null) {
    return act(userId === null ? 'free' : 'assign', async () => {
      await mutate(api.reviews.assign.mutate({ reviewId, userId, message }), 'review-updated')
      toast.success(userId === null ? 'No longer assigned.' : `Assigned to ${nameOf(userId)}.`)
      if (userId !== null) close()
    })
  }

  if (isAsking) {
    return (
      <AssignForm
        people={people}
        chosen={assignment?.userId}
        isBusy={busy === 'assign'}
        onAssign={assign}
        onCancel={close}
      />
    )
  }
  return (
    <div className="review-meta flex flex-wrap items-center gap-x-3 gap-y-1">
      {assignment && (
        <p className="min-w-0 wrap-anywhere">
          <Icon of={UserRoundCheck} className="mr-1 inline size-4 align-text-bottom" />
          {`Assigned to ${nameOf(assignment.userId)}`}
          {assignment.by !== null && assignment.by !== assignment.userId && ` by ${nameOf(assignment.by)}`}
          {assignment.message !== null && <q className="ml-1 italic">{assignment.message}</q>}
        </p>
      )}
      {mayAssign && (
        // On one line, however long the message is.
        <span className={cn('flex', !assignment && '-ml-4')}>
          <Button ref={button} variant={assignment ? 'ghost' : 'link'} onClick={() => setAsking(true)}>
            {assignment ? 'Reassign' : 'Assign'}
          </Button>
          {assignment && (
            <Button variant="ghost" pending={busy === 'free'} onClick={() => void assign(null, null)}>
              Unassign
            </Button>
          )}
        </span>
      )}
    </div>
  )
}
