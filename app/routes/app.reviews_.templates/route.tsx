import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeft, Inbox } from 'lucide'
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
import { mutateOrToast } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { type ReplyTemplate, STARTER_TEMPLATES } from '#worker/rules/templates.ts'

const TemplateForm = onDemand(() => import('./template-form.client.tsx'))

export const meta: MetaFunction = () => pageTitle('Reply templates')

export const loader = signedInLoader(({ api }) => api.screens.templates())

export default function Templates() {
  const { templates, businesses, mayEdit } = useLoaderData<typeof loader>()
  const isReady = useHydrated()
  const { open, setOpen, close } = useOpenForm('template')
  const nameOf = new Map(businesses.map(({ id, name }) => [id, name]))
  const write = mayEdit && (
    <Button id="template-new" disabled={!isReady} onClick={() => setOpen('new')}>
      New template
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Reply templates"
        description="Replies you use often. Insert them from any review with the Templates button or the T key."
        actions={
          <>
            <LinkButton to="/app/reviews" variant="outline">
              <Icon of={ArrowLeft} />
              All reviews
            </LinkButton>
            {templates.length > 0 && write}
          </>
        }
      />
      {open === 'new' && (
        <Card className="mb-4 p-4 md:p-5">
          <TemplateForm businesses={businesses} onClose={close} onFailure={close} />
        </Card>
      )}
      {templates.length === 0 && open !== 'new' && (
        <>
          <EmptyState icon={Inbox} title="No templates yet" action={write}>
            Write a reply once, and have the reviewer’s name and stars filled in automatically.
          </EmptyState>
          {mayEdit && <Starters isReady={isReady} />}
        </>
      )}
      <ul className="grid gap-3">
        {templates.map((template) => (
          <li key={template.id}>
            <Card className="p-4 md:p-5">
              {open === template.id ? (
                <TemplateForm template={template} businesses={businesses} onClose={close} onFailure={close} />
              ) : (
                <div className="flex flex-wrap items-start justify-between gap-3">
                  <div className="min-w-0 flex-1 basis-64">
                    <h2 className="font-medium wrap-anywhere">{template.name}</h2>
                    <p className="text-xs text-muted-foreground">
                      {template.businessId ? `For ${nameOf.get(template.businessId)}` : 'For all businesses'}
                    </p>
                    <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line" dir="auto">
                      {template.text}
                    </p>
                  </div>
                  {mayEdit && (
                    <div className="flex gap-2">
                      <Button
                        id={`template-${template.id}`}
                        variant="outline"
                        size="sm"
                        disabled={!isReady}
                        aria-label={`Edit ${template.name}`}
                        onClick={() => setOpen(template.id)}
                      >
                        Edit
                      </Button>
                      <Button
                        variant="ghost"
                        size="sm"
                        disabled={!isReady}
                        aria-label={`Delete ${template.name}`}
                        onClick={() => void remove(template)}
                      >
                        Delete
                      </Button>
                    </div>
                  )}
                </div>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}

function Starters({ isReady }: { isReady: boolean }) {
  return (
    <section aria-labelledby="starters" className="mt-6">
      <h2 id="starters" className="font-medium">
        Or begin with one of these
      </h2>
      <ul className="mt-3 grid gap-3 lg:grid-cols-2">
        {STARTER_TEMPLATES.map(({ name, text }) => (
          <li key={name}>
            <Card className="flex h-full flex-wrap items-start justify-between gap-3 p-4">
              <div className="min-w-0 flex-1 basis-56">
                <h3 className="text-sm font-medium">{name}</h3>
                <p className="mt-1 text-sm text-muted-foreground">{text}</p>
              </div>
              <Button
                variant="outline"
                size="sm"
                disabled={!isReady}
                aria-label={`Add ${name}`}
                onClick={() => void add({ name, text, businessId: null })}
              >
                Add
              </Button>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function add(template: Omit<ReplyTemplate, 'id'>): Promise<void> {
  const added = await mutateOrToast(api.templates.create.mutate(template), 'account-updated')
  if (added === null) return
  // Move the focus, because the list disappears with the pressed button.
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  toast.success('Change it so that it sounds like you.', { title: `‘${added.name}’ added` })
}

async function remove({ id, ...template }: ReplyTemplate): Promise<void> {
  const removed = await mutateOrToast(api.templates.remove.mutate({ id }), 'account-updated')
  if (removed === null) return
  toast.success(`‘${template.name}’ is deleted.`, {
    title: 'Template deleted',
    action: {
      label: 'Undo',
      onPress: () => void mutateOrToast(api.templates.create.mutate(template), 'account-updated'),
    },
  })
}
