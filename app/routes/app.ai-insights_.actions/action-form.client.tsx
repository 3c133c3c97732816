import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import {
  type ActionsView,
  type ActionView,
  EARLIEST_ACTION,
  MAX_ACTION_NAME_CHARS,
} from '#worker/rules/actions.ts'
import { utcDay } from '#worker/rules/durations.ts'
import { topicName } from '#worker/rules/insight-texts.ts'

interface ActionFormProps {
  view: ActionsView
  /** Absent for a new one. */
  action?: ActionView
  filled?: Pick<ActionView, 'businessId' | 'topic'>
  onClose: () => void
}

export default function ActionForm({ view, action, filled, onClose }: ActionFormProps) {
  const { businesses, mayEditAll } = view
  const start = action ?? filled
  const topics = [...new Set([...view.topics, ...(start?.topic ? [start.topic] : [])])]
    .map((topic) => ({ topic, name: topicName(topic) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const form = useForm(async (fields) => {
    const given = {
      name: textOf(fields, 'name'),
      day: textOf(fields, 'day'),
      topic: topics.find(({ topic }) => topic === textOf(fields, 'topic'))?.topic ?? null,
      businessId: textOf(fields, 'businessId') || null,
    }
    const call = action
      ? api.actions.change.mutate({ id: action.id, ...given })
      : api.actions.mark.mutate(given)
    await mutate(call, 'account-updated')
    onClose()
  })
  return (
    <Form form={form}>
      <TextField
        label="What did you do?"
        name="name"
        placeholder="More staff on Fridays"
        defaultValue={action?.name}
        maxLength={MAX_ACTION_NAME_CHARS}
        autoComplete="off"
        required
        error={form.errors.name}
        autoFocus
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Since"
          name="day"
          type="date"
          defaultValue={action?.day ?? utcDay(Date.now())}
          min={EARLIEST_ACTION}
          required
          error={form.errors.day}
          suppressHydrationWarning
        />
        <Field label="What should get better?" error={form.errors.topic}>
          {(control) => (
            <Select {...control} name="topic" defaultValue={start?.topic ?? ''}>
              <option value="">The rating</option>
              {topics.map(({ topic, name }) => (
                <option key={topic} value={topic}>
                  Fewer complaints: {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {(businesses.length > 1 || !mayEditAll) && (
          <Field label="Business" error={form.errors.businessId}>
            {(control) => (
              <Select {...control} name="businessId" defaultValue={start?.businessId ?? ''}>
                {mayEditAll && <option value="">All businesses</option>}
                {businesses.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <div className="flex gap-2">
        <SubmitButton form={form}>{action ? 'Save action' : 'Mark action'}</SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
