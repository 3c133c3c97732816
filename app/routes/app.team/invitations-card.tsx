import { useRef, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { PlansLink } from '#app/components/text-link.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useViewer } from '#app/lib/viewer.ts'
import {
  INVITATION_DAYS,
  INVITED_ROLES,
  type InvitationView,
  type InvitedRole,
  type OrganizationView,
  ROLE_NAMES,
  type TeamAccess,
  type TeamView,
} from '#worker/rules/organizations.ts'
import { canBeLimited, mayManage } from '#worker/rules/permissions.ts'
import { BusinessChoice, chosenBusinesses, seen } from './business-choice.tsx'

export interface InvitationsCardProps extends Pick<TeamView, 'seats'>, Pick<TeamAccess, 'businesses'> {
  organization: OrganizationView
  invitations: readonly InvitationView[]
}

export function InvitationsCard({ organization, invitations, seats, businesses }: InvitationsCardProps) {
  const { isVerified } = useViewer().user
  return (
    <TitledCard
      title="Invitations"
      description={`Each person gets an e-mail with a link that works for ${INVITATION_DAYS} days.`}
      className="grid gap-5"
    >
      {invitations.length > 0 && (
        <ul className="grid gap-5">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {seats.used >= seats.included ? (
        <p className="text-sm text-muted-foreground">
          {seats.included === 1
            ? 'Your plan is for one person.'
            : 'All seats on your plan are taken, including open invitations.'}{' '}
          <PlansLink />
        </p>
      ) : isVerified ? (
        <Invite organization={organization} businesses={businesses} />
      ) : (
        <p className="text-sm text-muted-foreground">
          Confirm your own address first, then you can invite people.
        </p>
      )}
    </TitledCard>
  )
}

function Invitation({ invitation }: { invitation: InvitationView }) {
  const { busy, act } = useAction()
  const { id, email, role, businessIds, expiresAt, isExpired } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          <Badge variant={isExpired ? 'neutral' : 'secondary'}>
            {isExpired ? 'Expired' : ROLE_NAMES[role]}
          </Badge>
        </p>
        <p className="text-sm text-muted-foreground">
          {isExpired ? 'Link expired ' : 'Link expires '}
          <RelativeTime date={expiresAt} />
          {businessIds !== null && ` · sees ${seen(businessIds)}`}
        </p>
      </div>
      <Button
        variant="outline"
        pending={busy === 'again'}
        aria-label={`Send again to ${email}`}
        onClick={() =>
          act('again', async () => {
            await mutate(api.organizations.resendInvitation.mutate({ invitationId: id }), 'account-updated')
            toast.success(`We sent ${email} a new link. The old one no longer works.`)
          })
        }
      >
        Send again
      </Button>
      <Button
        variant="outline"
        pending={busy === 'withdraw'}
        aria-label={`Withdraw the invitation for ${email}`}
        onClick={() =>
          act('withdraw', async () => {
            await mutate(api.organizations.withdrawInvitation.mutate({ invitationId: id }), 'account-updated')
            toast.success(`The invitation for ${email} was withdrawn.`)
          })
        }
      >
        Withdraw
      </Button>
    </li>
  )
}

function Invite({ organization, businesses }: Pick<InvitationsCardProps, 'organization' | 'businesses'>) {
  const fields = useRef<HTMLDivElement>(null)
  const roles = INVITED_ROLES.filter((known) => mayManage(organization.role, known))
  const [role, setRole] = useState<InvitedRole>('member')
  const mayLimit = businesses.length > 1 && canBeLimited(role)
  const form = useForm(async (given) => {
    const email = textOf(given, 'email')
    const businessIds = mayLimit ? chosenBusinesses(given) : null
    await mutate(api.organizations.invite.mutate({ email, role, businessIds }), 'account-updated')
    toast.success(`We sent ${email} an invitation.`)
    const input = fields.current?.querySelector<HTMLInputElement>('input[name="email"]')
    if (input) input.value = ''
  })
  return (
    <Form form={form}>
      <div ref={fields} className="grid gap-5 sm:grid-cols-[1fr_10rem]">
        <TextField
          label="E-mail"
          error={form.errors.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
        />
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={role}
              onChange={({ target }) => setRole(roles.find((known) => known === target.value) ?? role)}
            >
              {roles.map((known) => (
                <option key={known} value={known}>
                  {ROLE_NAMES[known]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-sm text-muted-foreground">
        Viewers can read. Members can also answer reviews and add businesses. Admins can also delete
        businesses and manage the team.
      </p>
      {businesses.length > 1 && (
        // Hidden, not unmounted: the checkboxes keep their state while another role is selected.
        <div hidden={!mayLimit} className="grid gap-5">
          <BusinessChoice businesses={businesses} limit={null} error={form.errors.businessIds} />
        </div>
      )}
      <SubmitButton form={form} className="justify-self-start">
        Invite
      </SubmitButton>
    </Form>
  )
}
