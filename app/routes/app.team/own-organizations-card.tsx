import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { api } from '#app/lib/api.ts'
import { useAction } from '#app/lib/use-action.ts'
import { type OrganizationItem, ROLE_NAMES } from '#worker/rules/organizations.ts'
import { planName } from '#worker/rules/plans.ts'

/** Lists the viewer's organizations to switch between, with a form to create one. */
export function OwnOrganizationsCard({ organizations }: { organizations: readonly OrganizationItem[] }) {
  const form = useForm(async (fields) => {
    await api.organizations.create.mutate({ name: textOf(fields, 'name') })
    return '/app'
  })
  return (
    <TitledCard
      title="Your organizations"
      description="Each has its own businesses, team and plan."
      className="grid gap-6"
    >
      <ul className="grid gap-5">
        {organizations.map((organization) => (
          <Organization key={organization.id} organization={organization} />
        ))}
      </ul>
      <Form form={form}>
        <TextField
          label="New organization"
          hint="It starts on the Free plan, and you’ll be its owner."
          error={form.errors.name}
          name="name"
          autoComplete="off"
          required
          maxLength={120}
        />
        <SubmitButton form={form} variant="outline" className="justify-self-start">
          Create organization
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}

function Organization({ organization }: { organization: OrganizationItem }) {
  const { busy, act } = useAction()
  const { id, name, role, plan, isCurrent } = organization
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted-foreground">{`${ROLE_NAMES[role]}, ${planName(plan)} plan`}</p>
      </div>
      {isCurrent ? (
        <Badge variant="positive">Current</Badge>
      ) : (
        <Button
          variant="outline"
          pending={busy === 'switch'}
          aria-label={`Switch to ${name}`}
          onClick={() =>
            act('switch', async () => {
              await api.organizations.switch.mutate({ id })
              // A full navigation, so that nothing of the other organization stays in memory.
              window.location.assign('/app')
            })
          }
        >
          Switch
        </Button>
      )}
    </li>
  )
}
