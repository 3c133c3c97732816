import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import { MAX_RESPONSE_CHARS } from '#worker/rules/responses.ts'
import { MAX_TEMPLATE_NAME_CHARS, type ReplyTemplate } from '#worker/rules/templates.ts'

interface TemplateFormProps {
  /** Absent for a new one. */
  template?: ReplyTemplate
  businesses: BusinessChoice[]
  onClose: () => void
}

export default function TemplateForm({ template, businesses, onClose }: TemplateFormProps) {
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
