import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeft, Inbox } from 'lucide'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useOpenForm } from '#app/lib/close-and-refocus.ts'
import { mutate, mutateOrToast } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import { MAX_RESPONSE_CHARS } from '#worker/rules/responses.ts'
import { MAX_TEMPLATE_NAME_CHARS, type ReplyTemplate, STARTER_TEMPLATES } from '#worker/rules/templates.ts'

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
          <TemplateForm businesses={businesses} onClose={close} />
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
                <TemplateForm template={template} businesses={businesses} onClose={close} />
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

interface TemplateFormProps {
  /** Absent for a new one. */
  template?: ReplyTemplate
  businesses: BusinessChoice[]
  onClose: () => void
}

function TemplateForm({ template, businesses, onClose }: TemplateFormProps) {
  const form = useForm(async (fields) => {
    const given = {
      name: textOf(fields, 'name'),
      text: textOf(fields, 'text'),
      businessId: textOf(fields, 'businessId') || null,
    }
    const call = template
      ? api.templates.update.mutate({ id: template.id, ...given })
      : api.templates.create.mutate(given)
    await mutate(call, 'account-updated')
    onClose()
  })
  return (
    <Form form={form}>
      <TextField
        label="Name"
        name="name"
        defaultValue={template?.name}
        maxLength={MAX_TEMPLATE_NAME_CHARS}
        error={form.errors.name}
        autoFocus
      />
      {businesses.length > 1 && (
        <Field label="Business" error={form.errors.businessId}>
          {(control) => (
            <Select {...control} name="businessId" defaultValue={template?.businessId ?? ''}>
              <option value="">All businesses</option>
              {businesses.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field
        label="Text"
        error={form.errors.text}
        hint="{author} becomes the reviewer’s name, {first_name} its first word, {business} your business, {rating} the stars and {platform} Google, Yelp and so on."
      >
        {(control) => (
          <Textarea
            {...control}
            name="text"
            dir="auto"
            defaultValue={template?.text}
            maxLength={MAX_RESPONSE_CHARS}
            className="min-h-36"
          />
        )}
      </Field>
      <div className="flex gap-2">
        <SubmitButton form={form}>Save template</SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
