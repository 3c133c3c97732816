import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Dialog, DialogContent, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { MAX_RESPONSE_CHARS } from '#worker/rules/responses.ts'
import { MAX_TEMPLATE_NAME_CHARS, templateOf } from '#worker/rules/templates.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { templateReview } from './template-menu.client.tsx'

export interface SaveTemplateProps {
  review: ReviewRow
  businessName: string
  text: string
  onClose: () => void
}

/** Replaces names in the text with variables. */
export default function SaveTemplate({ review, businessName, text, onClose }: SaveTemplateProps) {
  const format = useFormat()
  const form = useForm(async (fields) => {
    const given = { name: textOf(fields, 'name'), text: textOf(fields, 'text'), businessId: null }
    // Don't reload the screen: it shows no templates, and reloading could remove the reply field with this dialog.
    await api.templates.create.mutate(given)
    toast.success(`You’ll find ‘${given.name}’ under Templates.`, { title: 'Template saved' })
    onClose()
  })
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeading title="Save as template">
          Names become variables, so that the template fits other reviews.
        </DialogHeading>
        <Form form={form}>
          <TextField
            label="Name"
            name="name"
            maxLength={MAX_TEMPLATE_NAME_CHARS}
            error={form.errors.name}
            autoFocus
          />
          <Field label="Text" error={form.errors.text}>
            {(control) => (
              <Textarea
                {...control}
                name="text"
                dir="auto"
                defaultValue={templateOf(text, templateReview(review, businessName, format))}
                maxLength={MAX_RESPONSE_CHARS}
                className="min-h-36"
              />
            )}
          </Field>
          <SubmitButton form={form} className="justify-self-start">
            Save template
          </SubmitButton>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
