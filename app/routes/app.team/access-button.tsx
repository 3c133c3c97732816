import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { TeamAccess } from '#worker/rules/organizations.ts'
import { seen } from './business-choice.tsx'

const AccessDialog = onDemand(() => import('./access-dialog.client.tsx'))

interface AccessButtonProps {
  userId: string
  name: string
  access: TeamAccess
}

/** Shows how many businesses a member can see, and opens a dialog to change that. */
export function AccessButton({ userId, name, access }: AccessButtonProps) {
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
