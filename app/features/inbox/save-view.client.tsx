import { useRef, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { mutate, mutateOrToast } from '#app/lib/mutate.ts'
import { MAX_VIEW_NAME_CHARS, type SavedView } from '#worker/rules/inbox-views.ts'
import { type Filters, queryOf, savedViewOf } from './filters.ts'

export interface SaveViewProps {
  filters: Filters
  savedViews: SavedView[]
}

/** Saves the current filters as a personal view, or deletes the view that matches them. */
export default function SaveView({ filters, savedViews }: SaveViewProps) {
  const [isNaming, setNaming] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () =>
    closeAndRefocus(
      () => button.current,
      () => setNaming(false),
    )
  const form = useForm(async (fields) => {
    const name = textOf(fields, 'name')
    await mutate(api.savedViews.save.mutate({ name, query: queryOf(filters) }), 'account-updated')
    // Don't focus the button: it is about to be replaced by one that deletes the view, and Enter would press it.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    setNaming(false)
    toast.success('You’ll find it after the other views.', { title: 'View saved' })
  })
  const saved = savedViewOf(filters, savedViews)

  if (saved) {
    return (
      <Button variant="ghost" size="sm" onClick={() => void removeView(saved)}>
        {`Delete the view ‘${saved.name}’`}
      </Button>
    )
  }
  if (!isNaming) {
    return (
      <Button ref={button} variant="outline" size="sm" onClick={() => setNaming(true)}>
        Save as a view
      </Button>
    )
  }
  return (
    <Form form={form} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Name of the view"
        name="name"
        maxLength={MAX_VIEW_NAME_CHARS}
        error={form.errors.name}
        autoFocus
      />
      <SubmitButton form={form}>Save</SubmitButton>
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
    </Form>
  )
}

async function removeView({ id, name, query }: SavedView): Promise<void> {
  const removed = mutateOrToast(
    api.savedViews.remove.mutate({ id }).then(() => true),
    'account-updated',
  )
  if (!(await removed)) return
  toast.success(`‘${name}’ is no longer among your views.`, {
    title: 'View deleted',
    action: {
      label: 'Undo',
      onPress: () => void mutateOrToast(api.savedViews.save.mutate({ name, query }), 'account-updated'),
    },
  })
}
