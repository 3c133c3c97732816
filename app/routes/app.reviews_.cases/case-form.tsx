import { useNavigate } from '@remix-run/react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { CASE_RULES, type CaseSubject } from '#worker/rules/cases.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'

export function CaseForm({ subject }: { subject: CaseSubject }) {
  const { reviewId, platform, authorName, businessName, rating, text } = subject
  const navigate = useNavigate()
  const name = PLATFORM_NAMES[platform]
  const form = useForm(async (fields) => {
    const given = { reviewId, rule: textOf(fields, 'rule'), reason: textOf(fields, 'reason') }
    await mutate(api.cases.open.mutate(given), 'review-updated')
    toast.success(`Now report it to ${name}: its form and the text for it are ready.`, {
      title: 'Case opened',
    })
    navigate(`/app/reviews/cases?review=${reviewId}`, { replace: true, preventScrollReset: true })
  })
  return (
    <Form form={form}>
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{`Report this review to ${name}`}</h2>
        <p className="mt-1 text-sm text-muted-foreground" dir="auto">
          {`${authorName}, ${rating} of 5, ${businessName}`}
        </p>
        <p className="mt-2 text-sm wrap-anywhere whitespace-pre-line" dir="auto">
          {text || 'Stars only'}
        </p>
      </div>
      <Field
        label={`Which rule of ${name} does it break?`}
        error={form.errors.rule}
        hint="A bad review that keeps the rules stays. Answer it instead."
      >
        {(control) => (
          <Select {...control} name="rule" defaultValue="">
            <option value="">Choose a rule</option>
            {Object.entries(CASE_RULES[platform]).map(([rule, label]) => (
              <option key={rule} value={rule}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="What shows it?"
        optional
        error={form.errors.reason}
        hint="Facts that the platform can check. We add the dates, earlier versions and the link."
      >
        {(control) => <Textarea {...control} name="reason" dir="auto" maxLength={500} />}
      </Field>
      <div className="flex gap-2">
        <SubmitButton form={form}>Open a case</SubmitButton>
        <LinkButton to={`/app/reviews/${reviewId}`} variant="ghost">
          Cancel
        </LinkButton>
      </div>
    </Form>
  )
}
