import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { useMay } from '#app/lib/viewer.ts'
import { MAX_COMPETITOR_NAME, MAX_COMPETITORS } from '#worker/rules/competitors.ts'

interface AddCardProps {
  businessId: string
  /** Number of competitors so far. */
  taken: number
}

export function AddCard({ businessId, taken }: AddCardProps) {
  const mayEdit = useMay('businesses.update')
  // Used as a key: each added competitor resets the form.
  const [added, setAdded] = useState(0)
  if (!mayEdit) return null
  return (
    <TitledCard
      title="Add a competitor"
      description={
        taken >= MAX_COMPETITORS
          ? `You can compare a business with up to ${MAX_COMPETITORS} competitors. Remove one to add another.`
          : 'Its page on Google Maps, Yelp or TripAdvisor.'
      }
    >
      {taken < MAX_COMPETITORS && (
        <AddForm key={added} businessId={businessId} onAdded={() => setAdded(added + 1)} />
      )}
    </TitledCard>
  )
}

function AddForm({ businessId, onAdded }: { businessId: string; onAdded: () => void }) {
  const form = useForm(async (fields) => {
    await mutate(
      api.competitors.add.mutate({
        businessId,
        link: textOf(fields, 'link'),
        name: textOf(fields, 'name'),
      }),
      'business-updated',
    )
    toast.success('Competitor added.')
    onAdded()
  })
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Link"
          name="link"
          type="url"
          placeholder="https://maps.app.goo.gl/…"
          autoComplete="off"
          required
          error={form.errors.link}
        />
        <TextField
          label="Name"
          optional
          hint="Leave empty to use the platform’s name."
          name="name"
          autoComplete="off"
          maxLength={MAX_COMPETITOR_NAME}
          error={form.errors.name}
        />
      </div>
      <SubmitButton form={form} variant="outline" className="justify-self-start">
        Add competitor
      </SubmitButton>
    </Form>
  )
}
