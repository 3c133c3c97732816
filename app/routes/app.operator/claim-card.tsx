import { useNavigate } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { api } from '#app/lib/api.ts'
import { useAction } from '#app/lib/mutate.ts'
import { useViewer } from '#app/lib/viewer.ts'

/** Asks for confirmation before the account becomes the operator's: opening the link changes nothing. */
export function ClaimCard({ token }: { token: string }) {
  const { user } = useViewer()
  const { busy, act } = useAction()
  const navigate = useNavigate()

  const claim = () =>
    act('claim', async () => {
      await api.operator.claim.mutate({ token })
      navigate('/app/operator', { replace: true })
    })

  return (
    <TitledCard
      title="Operate this instance"
      description={`${user.email} will see how this instance runs, and get a mail if something stops. There is one operator.`}
    >
      <Button pending={busy === 'claim'} onClick={claim}>
        Become the operator
      </Button>
    </TitledCard>
  )
}
