import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import { counted, type NumberFormat } from '#worker/rules/counted.ts'
import {
  fillTemplate,
  MAX_REPLIES,
  type ReplyTemplate,
  type TemplateReplies,
  templateValues,
} from '#worker/rules/templates.ts'
import { AssignForm } from '../assignments/assign-form.tsx'
import { templateReview } from '../replies/template-menu.client.tsx'
import type { ReviewRow } from '../reviews/review-row.server.ts'

export interface BulkDialogProps {
  kind: 'assign' | 'template'
  reviews: readonly ReviewRow[]
  people: readonly Assignee[]
  businessNames: ReadonlyMap<string, string>
  onDone: () => void
  onClose: () => void
}

export default function BulkDialog({ kind, ...props }: BulkDialogProps) {
  const { reviews, onClose } = props
  const format = useFormat()
  const many = counted(reviews.length, 'review', format)
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        {kind === 'assign' ? (
          <>
            <DialogHeading title="Assign">{`The person you choose will be asked to answer ${many}.`}</DialogHeading>
            <AssignAll {...props} />
          </>
        ) : (
          <>
            <DialogHeading title="Reply with a template">{`Answers the ${many} you selected, except any that need no reply.`}</DialogHeading>
            <ReplyAll {...props} />
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

type PartProps = Omit<BulkDialogProps, 'kind'>

function AssignAll({ reviews, people, onDone, onClose }: PartProps) {
  const { user } = useViewer()
  const format = useFormat()
  const { busy, act } = useAction()
  const reviewIds = reviews.map(({ id }) => id)

  function assign(userId: string, message: string | null) {
    return act('assign', async () => {
      const { ids, missing } = await mutate(
        api.reviews.assignAll.mutate({ reviewIds, userId, message }),
        'review-updated',
      )
      const name = userId === user.id ? 'you' : (people.find((one) => one.userId === userId)?.name ?? 'them')
      const left =
        missing > 0 ? ` ${counted(missing, 'review', format)} left out: not visible to both of you.` : ''
      toast.success(`${counted(ids.length, 'review', format)} assigned to ${name}.${left}`)
      onClose()
      onDone()
    })
  }

  return (
    <AssignForm
      people={people}
      chosen={undefined}
      isBusy={busy !== null}
      onAssign={assign}
      onCancel={onClose}
    />
  )
}

function ReplyAll({ reviews, businessNames, onDone, onClose }: PartProps) {
  const format = useFormat()
  const { busy, act } = useAction()
  const [templates, setTemplates] = useState<ReplyTemplate[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const open = reviews.filter(({ isAnswered, removedAt }) => !isAnswered && !removedAt)
  const template = templates?.find(({ id }) => id === chosen)
  const suitable = open.filter(({ businessId }) => (template?.businessId ?? businessId) === businessId)
  const posted = suitable.filter(({ canPost }) => canPost).length
  const [first] = suitable

  const filledFor = (review: ReviewRow, text: string) =>
    fillTemplate(
      text,
      templateValues(templateReview(review, businessNames.get(review.businessId) ?? '', format)),
    )

  useEffect(() => {
    api.templates.list.query().then(
      ({ items }) => setTemplates(items),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [])

  function reply(templateId: string) {
    return act('reply', async () => {
      const replies = { replied: 0, answered: 0, unsuitable: 0, refused: 0, missing: 0 }
      const ids = open.map(({ id }) => id)
      for (let from = 0; from < ids.length; from += MAX_REPLIES) {
        const reviewIds = ids.slice(from, from + MAX_REPLIES)
        const step = await mutate(api.templates.reply.mutate({ templateId, reviewIds }), 'response-created')
        for (const name of Object.keys(replies) as (keyof TemplateReplies)[]) replies[name] += step[name]
      }
      toast.success(repliesText(replies, format))
      onClose()
      onDone()
    })
  }

  if (failure) {
    return (
      <p role="alert" className="text-sm text-destructive">
        {failure}
      </p>
    )
  }
  if (!templates) return <Skeleton className="h-24 w-full" />
  if (templates.length === 0) {
    return (
      <p className="text-sm text-muted-foreground">
        There are no templates yet.{' '}
        <Link to="/app/reviews/templates" className="font-medium text-primary hover:underline">
          Write the first one
        </Link>
      </p>
    )
  }
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Template</legend>
        {templates.map(({ id, name, text }) => (
          <label
            key={id}
            className="flex cursor-pointer items-start gap-3 rounded-lg border p-3 text-sm hover:bg-accent"
          >
            <input
              type="radio"
              name="template"
              value={id}
              checked={id === chosen}
              onChange={() => setChosen(id)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span className="grid min-w-0 gap-1">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="line-clamp-3 text-muted-foreground" dir="auto">
                {id === chosen && first ? filledFor(first, text) : text}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {template && (
        <p role="status" className="text-sm text-muted-foreground">
          {suitable.length === 0
            ? 'This template fits none of the reviews that still need an answer.'
            : posted > 0
              ? `${posted === 1 ? 'One reply' : `${format.number(posted)} replies`} will be posted on Google, where everyone can read them. Platforms may refuse the same text again and again.`
              : 'The replies are saved here. You then post them on the platforms yourself.'}
        </p>
      )}
      <DialogFooter>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!template || suitable.length === 0}
          pending={busy !== null}
          onClick={() => chosen && void reply(chosen)}
        >
          {template ? `Reply to ${counted(suitable.length, 'review', format)}` : 'Reply'}
        </Button>
      </DialogFooter>
    </>
  )
}

/** '18 reviews answered, 2 needed no reply.' */
function repliesText(replies: TemplateReplies, format: NumberFormat): string {
  const { replied, answered, unsuitable, refused, missing } = replies
  const parts = [
    `${counted(replied, 'review', format)} answered`,
    answered > 0 && `${format.number(answered)} needed no reply`,
    unsuitable > 0 && `${format.number(unsuitable)} at another location`,
    refused > 0 && `${format.number(refused)} too long for the platform`,
    missing > 0 && `${format.number(missing)} not yours to answer`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
