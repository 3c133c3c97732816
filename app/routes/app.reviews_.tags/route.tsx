import type { MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { ArrowLeft, Tag } from 'lucide'
import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useOpenForm } from '#app/lib/close-and-refocus.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { counted, type NumberFormat } from '#worker/rules/counted.ts'
import type { OwnPlatform } from '#worker/rules/platforms.ts'
import { ruleText, type TagView } from '#worker/rules/tags.ts'

const TagForm = onDemand(() => import('./tag-form.client.tsx'))
const ConfirmAction = onDemand(() => import('#app/components/ui/confirm-action.client.tsx'))

export const meta: MetaFunction = () => pageTitle('Tags')

export const loader = signedInLoader(({ api }) => api.screens.tags())

export default function Tags() {
  const { tags, ownPlatforms, mayEdit, hasTopics } = useLoaderData<typeof loader>()
  const isReady = useHydrated()
  const { open, setOpen, close } = useOpenForm('tag')
  const write = mayEdit && (
    <Button id="tag-new" disabled={!isReady} onClick={() => setOpen('new')}>
      New tag
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Tags"
        description="Your own labels for reviews. Filter the list by them, and find them in exports."
        actions={
          <>
            <LinkButton to="/app/reviews" variant="outline">
              <Icon of={ArrowLeft} />
              All reviews
            </LinkButton>
            {tags.length > 0 && write}
          </>
        }
      />
      {open === 'new' && (
        <Card className="mb-4 p-4 md:p-5">
          <TagForm hasTopics={hasTopics} ownPlatforms={ownPlatforms} onClose={close} onFailure={close} />
        </Card>
      )}
      {tags.length === 0 && open !== 'new' && (
        <EmptyState icon={Tag} title="No tags yet" action={write}>
          Mark reviews about refunds, regulars or a dish, by hand or automatically.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {tags.map((tag) => (
          <li key={tag.id}>
            <Card className="p-4 md:p-5">
              {open === tag.id ? (
                <TagForm
                  tag={tag}
                  hasTopics={hasTopics}
                  ownPlatforms={ownPlatforms}
                  onClose={close}
                  onFailure={close}
                />
              ) : (
                <TagItem
                  tag={tag}
                  ownPlatforms={ownPlatforms}
                  mayEdit={mayEdit}
                  isReady={isReady}
                  onEdit={() => setOpen(tag.id)}
                />
              )}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

interface TagItemProps {
  tag: TagView
  ownPlatforms: readonly OwnPlatform[]
  mayEdit: boolean
  isReady: boolean
  onEdit: () => void
}

function TagItem({ tag, ownPlatforms, mayEdit, isReady, onEdit }: TagItemProps) {
  const format = useFormat()
  const { busy, act } = useAction()
  /** Number of reviews with the tag; null until Delete is pressed. */
  const [carriers, setCarriers] = useState<number | null>(null)
  const { id, name, color, rule } = tag
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="tag font-medium" data-color={color}>
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </h2>
        <p className="mt-1 text-sm wrap-anywhere text-muted-foreground">
          {rule ? `Automatically: ${ruleText(rule, ownPlatforms)}` : 'By hand'}
        </p>
        <p className="mt-1 text-sm">
          <Link
            to={`/app/reviews?tag=${id}`}
            aria-label={`Show reviews tagged ${name}`}
            className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
          >
            Show reviews
          </Link>
        </p>
      </div>
      {mayEdit && (
        <div className="flex flex-wrap gap-2">
          {rule && (
            <Button
              variant="outline"
              size="sm"
              disabled={!isReady}
              pending={busy === 'apply'}
              aria-label={`Tag existing reviews as ${name}`}
              onClick={() => void act('apply', () => tagExisting(tag, format))}
            >
              Tag existing reviews
            </Button>
          )}
          <Button
            id={`tag-${id}`}
            variant="outline"
            size="sm"
            disabled={!isReady}
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            disabled={!isReady}
            pending={busy === 'delete'}
            aria-label={`Delete ${name}`}
            onClick={() =>
              void act('delete', async () => setCarriers((await api.tags.count.query({ id })).count))
            }
          >
            Delete
          </Button>
        </div>
      )}
      {carriers !== null && (
        <ConfirmAction
          title={`Delete ‘${name}’?`}
          text={
            carriers === 0
              ? 'No review has this tag.'
              : `${counted(carriers, 'review', format)} will lose this tag. The ${carriers === 1 ? 'review itself stays' : 'reviews themselves stay'}.`
          }
          action="Delete tag"
          isDestructive
          onAction={() => void act('delete', () => removeTag(tag, format))}
          onClose={() => setCarriers(null)}
          onFailure={() => setCarriers(null)}
        />
      )}
    </div>
  )
}

/** Applies the tag's rule to stored reviews, in batches. If a batch fails, earlier ones stay tagged. */
async function tagExisting({ id, name }: TagView, format: NumberFormat): Promise<void> {
  let [tagged, full]: [number, number] = [0, 0]
  let after: string | null | undefined
  do {
    const step: { tagged: number; full: number; after: string | null } = await api.tags.applyRule.mutate({
      id,
      ...(after && { after }),
    })
    tagged += step.tagged
    full += step.full
    after = step.after
  } while (after !== null)
  const left = full > 0 ? ` ${format.number(full)} already have ten tags.` : ''
  toast.success(`${counted(tagged, 'review', format)} newly tagged.${left}`, { title: `Tagged ‘${name}’` })
}

async function removeTag({ id, name }: TagView, format: NumberFormat): Promise<void> {
  let count = 0
  let isDone = false
  while (!isDone) {
    const step = await api.tags.remove.mutate({ id })
    count += step.count
    isDone = step.isDone
  }
  fireAppEvent('account-updated')
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  toast.success(`Removed from ${counted(count, 'review', format)}.`, { title: `‘${name}’ deleted` })
}
