import { useEffect, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import {
  INVITED_ROLES,
  type InvitedRole,
  type MemberView,
  type OrganizationView,
  ROLE_NAMES,
  type TeamAccess,
  type TeamView,
} from '#worker/rules/organizations.ts'
import { canBeLimited, canNeedApproval, mayManage } from '#worker/rules/permissions.ts'
import { seen } from './business-choice.tsx'

interface MembersCardProps extends Pick<TeamView, 'members' | 'seats' | 'access'> {
  organization: OrganizationView
}

export function MembersCard({ organization, members, seats, access }: MembersCardProps) {
  return (
    <TitledCard title={organization.name} description={seatsText(seats)} className="grid gap-5">
      <ul className="grid gap-5">
        {members.map((member) => (
          <Member key={member.userId} member={member} organization={organization} access={access} />
        ))}
      </ul>
    </TitledCard>
  )
}

function seatsText({ included, used, open }: TeamView['seats']): string {
  const taken = `${used} of ${included} ${included === 1 ? 'seat' : 'seats'} taken`
  if (open === 0) return `${taken}.`
  return `${taken}, ${open} of them by ${open === 1 ? 'an open invitation' : 'open invitations'}.`
}

interface MemberProps extends Pick<MembersCardProps, 'organization' | 'access'> {
  member: MemberView
}

function Member({ member, organization, access }: MemberProps) {
  const { userId, fullName, email, role, suggestsOnly, isYou } = member
  const name = fullName || email
  const isManaged = !isYou && mayManage(organization.role, role)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {isYou && <Badge variant="outline">You</Badge>}
          {!isManaged && <Badge variant="secondary">{ROLE_NAMES[role]}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">{email}</p>
      </div>
      {isManaged && (
        <Manage
          userId={userId}
          name={name}
          role={role}
          suggestsOnly={suggestsOnly}
          organization={organization}
          access={access}
        />
      )}
      {isYou && role !== 'owner' && <Leave organization={organization} />}
    </li>
  )
}

interface ManageProps
  extends Pick<MemberView, 'userId' | 'role' | 'suggestsOnly'>,
    Pick<MemberProps, 'organization' | 'access'> {
  name: string
}

function Manage({ userId, name, role, suggestsOnly, organization, access }: ManageProps) {
  const { busy, act } = useAction()
  const { confirmed, dialog } = useConfirmed()
  const [shown, setShown] = useState(role)
  // Don't reset the field with a `key`: that would close an open dialog.
  useEffect(() => setShown(role), [role])
  const roles = INVITED_ROLES.filter((other) => mayManage(organization.role, other))

  function change(chosen: InvitedRole) {
    setShown(chosen)
    void act('role', async () => {
      try {
        await mutate(api.organizations.changeRole.mutate({ userId, role: chosen }), 'account-updated')
      } catch (error) {
        setShown(role)
        throw error
      }
      toast.success(`The role of ${name} is now ${ROLE_NAMES[chosen].toLowerCase()}.`)
    })
  }

  function requireApproval(isRequired: boolean) {
    void act('approval', async () => {
      await mutate(
        api.organizations.requireApproval.mutate({ userId, suggestsOnly: isRequired }),
        'account-updated',
      )
      toast.success(
        isRequired ? `Replies of ${name} now wait for approval.` : `${name} can now post replies.`,
      )
    })
  }

  function transfer() {
    void act('transfer', async () => {
      const transferred = () => mutate(api.organizations.transfer.mutate({ userId }), 'account-updated')
      if ((await confirmed(transferred)) === null) return
      toast.success(`${name} now owns ${organization.name}. You are an admin.`)
    })
  }

  function remove() {
    void act('remove', async () => {
      await mutate(api.organizations.removeMember.mutate({ userId }), 'account-updated')
      toast.success(`${name} is no longer on the team.`)
    })
  }

  return (
    <div className="flex flex-wrap gap-2">
      {dialog}
      <Select
        aria-label={`Role of ${name}`}
        className="w-auto"
        value={shown}
        aria-busy={busy !== null}
        onChange={(event) => {
          const chosen = roles.find((known) => known === event.target.value)
          // The field isn't disabled while busy, because it would lose the focus.
          if (chosen && busy === null) change(chosen)
        }}
      >
        {role === 'owner' && <option value="owner">{ROLE_NAMES.owner}</option>}
        {roles.map((known) => (
          <option key={known} value={known}>
            {ROLE_NAMES[known]}
          </option>
        ))}
      </Select>
      {canNeedApproval(role) && (
        <Select
          aria-label={`Replies of ${name}`}
          className="w-auto"
          value={suggestsOnly ? 'suggests' : 'posts'}
          aria-busy={busy !== null}
          onChange={({ target }) => busy === null && requireApproval(target.value === 'suggests')}
        >
          <option value="posts">Posts replies</option>
          <option value="suggests">Suggests replies</option>
        </Select>
      )}
      {access && access.businesses.length > 1 && canBeLimited(role) && (
        <AccessButton userId={userId} name={name} access={access} />
      )}
      {organization.role === 'owner' && (
        <ConfirmButton
          trigger={{ variant: 'outline', pending: busy === 'transfer', children: 'Make owner' }}
          title={`Make ${name} the owner?`}
          text={`They can do everything in ${organization.name}, and pay for it once what you have paid ends. You become an admin, and can’t undo this yourself.`}
          action="Make owner"
          cancel="Cancel"
          onAction={transfer}
        />
      )}
      <ConfirmButton
        trigger={{
          variant: 'outline',
          pending: busy === 'remove',
          'aria-label': `Remove ${name}`,
          children: 'Remove',
        }}
        title={`Remove ${name} from the team?`}
        text="They’re logged out of this organization immediately. Their API keys and open invitations are deleted, and their webhook endpoints are switched off. What they wrote is kept."
        action="Remove"
        cancel="Cancel"
        isDestructive
        onAction={remove}
      />
    </div>
  )
}

function Leave({ organization }: { organization: OrganizationView }) {
  const { busy, act } = useAction()
  return (
    <ConfirmButton
      trigger={{ variant: 'outline', pending: busy === 'leave', children: 'Leave' }}
      title={`Leave ${organization.name}?`}
      text="You’ll be logged out and can come back only with a new invitation."
      action="Leave"
      cancel="Cancel"
      isDestructive
      onAction={() =>
        void act('leave', async () => {
          await api.organizations.leave.mutate({})
          window.location.assign('/login')
        })
      }
    />
  )
}

const AccessDialog = onDemand(() => import('./access-dialog.client.tsx'))

interface AccessButtonProps {
  userId: string
  name: string
  access: TeamAccess
}

function AccessButton({ userId, name, access }: AccessButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const limit = access.limits[userId] ?? null
  const close = () => setOpen(false)

  async function choose(businessIds: string[] | null) {
    await mutate(api.organizations.limitMember.mutate({ userId, businessIds }), 'account-updated')
    close()
    toast.success(`${name} now sees ${seen(businessIds)}.`)
  }

  const shown = limit === null ? 'All businesses' : seen(limit)
  return (
    <>
      <Button variant="outline" aria-label={`${shown}: what ${name} can see`} onClick={() => setOpen(true)}>
        {shown}
      </Button>
      {isOpen && (
        <AccessDialog
          name={name}
          businesses={access.businesses}
          limit={limit}
          onChoose={choose}
          onClose={close}
          onFailure={close}
        />
      )}
    </>
  )
}
