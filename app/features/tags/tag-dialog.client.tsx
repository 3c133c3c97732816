import { Link } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Dialog, DialogContent, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, mutateOrToast } from '#app/lib/mutate.ts'
import { counted, type NumberFormat } from '#worker/rules/counted.ts'
import { TAG_COLORS } from '#worker/rules/fields.ts'
import { MAX_TAG_NAME_CHARS, type TaggedReviews, type TagMark, type TagView } from '#worker/rules/tags.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

export interface TagDialogProps {
  reviews: readonly ReviewRow[]
  onClose: () => void
}

export default function TagDialog({ reviews, onClose }: TagDialogProps) {
  const format = useFormat()
  const [tags, setTags] = useState<TagView[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Tags switched on or off in this dialog, by tag id; `reviews` may not include the changes yet. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [only] = reviews
  const who =
    reviews.length === 1 && only
      ? `For the review by ${only.reviewerName}.`
      : `For ${counted(reviews.length, 'review', format)}.`

  useEffect(() => {
    api.tags.list.query().then(
      ({ items }) => setTags(items),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [])

  async function put(tag: TagMark, isOn: boolean) {
    const done = await putTag(
      tag,
      reviews.map(({ id }) => id),
      isOn,
      format,
    )
    if (done) setChosen((before) => new Map(before).set(tag.id, isOn))
  }

  const form = useForm(async (fields) => {
    const used = new Set(tags?.map(({ color }) => color))
    const color =
      TAG_COLORS.find((one) => !used.has(one)) ?? TAG_COLORS[(tags?.length ?? 0) % TAG_COLORS.length]
    const tag = await mutate(
      api.tags.create.mutate({ name: textOf(fields, 'name'), color: color ?? 'grey' }),
      'account-updated',
    )
    setTags((before) => [...(before ?? []).filter(({ id }) => id !== tag.id), tag])
    document.querySelector<HTMLFormElement>('form[data-new-tag]')?.reset()
    await put(tag, true)
  })

  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeading title="Tags">{who}</DialogHeading>
        {failure && (
          <p role="alert" className="text-sm text-destructive">
            {failure}
          </p>
        )}
        {!tags && !failure && <Skeleton className="h-24 w-full" />}
        {tags?.length === 0 && (
          <p className="text-sm text-muted-foreground">
            There are no tags yet. Create one for anything you want to find again: refunds, regulars, a dish.
          </p>
        )}
        {tags && tags.length > 0 && (
          <ul className="grid">
            {tags.map((tag) => (
              <TagChoice
                key={tag.id}
                tag={tag}
                state={chosen.has(tag.id) ? (chosen.get(tag.id) ? 'all' : 'none') : stateOf(tag, reviews)}
                onChange={(isOn) => void put(tag, isOn)}
              />
            ))}
          </ul>
        )}
        {tags && (
          <Form form={form} className="gap-3">
            <div className="flex items-start gap-2">
              <TextField
                label="New tag"
                name="name"
                maxLength={MAX_TAG_NAME_CHARS}
                error={form.errors.name}
                className="flex-1"
              />
              <SubmitButton form={form} variant="outline" className="mt-6.5">
                Create
              </SubmitButton>
            </div>
          </Form>
        )}
        <Link
          to="/app/reviews/tags"
          className="w-fit py-3 text-sm font-medium text-primary hover:underline dense:py-2"
        >
          Manage tags
        </Link>
      </DialogContent>
    </Dialog>
  )
}

type Share = 'all' | 'some' | 'none'

function stateOf(tag: TagMark, reviews: readonly ReviewRow[]): Share {
  const count = reviews.filter(({ tags }) => tags?.some(({ id }) => id === tag.id)).length
  return count === 0 ? 'none' : count === reviews.length ? 'all' : 'some'
}

interface TagChoiceProps {
  tag: TagMark
  state: Share
  onChange: (isOn: boolean) => void
}

function TagChoice({ tag, state, onChange }: TagChoiceProps) {
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3 text-sm dense:min-h-9">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          checked={state === 'all'}
          ref={(element) => {
            if (element) element.indeterminate = state === 'some'
          }}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span className="tag min-w-0" data-color={tag.color}>
          <span className="min-w-0 wrap-anywhere">{tag.name}</span>
        </span>
      </label>
    </li>
  )
}

/** @returns true if it was done; otherwise a toast says why not */
async function putTag(
  tag: TagMark,
  reviewIds: string[],
  isOn: boolean,
  format: NumberFormat,
): Promise<boolean> {
  const answer = await mutateOrToast(
    api.tags.assign.mutate({ id: tag.id, reviewIds, isOn }),
    'review-updated',
    'Not tagged',
  )
  if (!answer) return false
  if (reviewIds.length === 1 && answer.full + answer.missing === 0) return true
  const undo = () =>
    void mutateOrToast(
      api.tags.assign.mutate({ id: tag.id, reviewIds: answer.ids, isOn: !isOn }),
      'review-updated',
    )
  toast.success(taggedText(answer, isOn, format), {
    title: isOn ? `Tagged ‘${tag.name}’` : `‘${tag.name}’ removed`,
    ...(answer.ids.length > 0 && { action: { label: 'Undo', onPress: undo } }),
  })
  return true
}

/** '97 reviews tagged, 3 not yours to change.' */
function taggedText(answer: TaggedReviews, isOn: boolean, format: NumberFormat): string {
  const { ids, unchanged, full, missing } = answer
  const parts = [
    `${counted(ids.length, 'review', format)} ${isOn ? 'tagged' : 'changed'}`,
    unchanged > 0 && `${format.number(unchanged)} ${isOn ? 'had it already' : 'didn’t have it'}`,
    full > 0 && `${format.number(full)} already have ten tags`,
    missing > 0 && `${format.number(missing)} not yours to change`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
