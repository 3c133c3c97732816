import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { OrganizationView } from '#worker/rules/organizations.ts'

/** Form for the organization's name, website, industry and billing address. */
export function OrganizationCard({ organization }: { organization: OrganizationView }) {
  const form = useForm(async (fields) => {
    const details = {
      name: textOf(fields, 'name'),
      website: textOf(fields, 'website'),
      industry: textOf(fields, 'industry'),
      billingEmail: textOf(fields, 'billingEmail'),
    }
    await mutate(api.organizations.update.mutate(details), 'account-updated')
    toast.success('Your change is saved.', { title: 'Saved' })
  })
  const { errors } = form
  return (
    <TitledCard title="Organization" description="Visible to all members." className="grid gap-5">
      <Form form={form}>
        <TextField
          label="Name"
          error={errors.name}
          name="name"
          defaultValue={organization.name}
          required
          maxLength={120}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Website"
            optional
            error={errors.website}
            name="website"
            inputMode="url"
            defaultValue={organization.website ?? ''}
          />
          <TextField
            label="Industry"
            optional
            error={errors.industry}
            name="industry"
            defaultValue={organization.industry ?? ''}
            maxLength={120}
          />
        </div>
        <TextField
          label="Billing e-mail"
          optional
          error={errors.billingEmail}
          name="billingEmail"
          type="email"
          defaultValue={organization.billingEmail ?? ''}
          maxLength={254}
        />
        <SubmitButton form={form} className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}
