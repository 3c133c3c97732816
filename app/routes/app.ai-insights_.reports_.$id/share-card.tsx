import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import type { ReportView } from '#worker/rules/reports.ts'

/** Creates, replaces and revokes the link that opens a report without an account. */
export function ShareCard({ id, isShared }: Pick<ReportView, 'id' | 'isShared'>) {
  const { busy, act } = useAction<'share' | 'end'>()
  const [address, setAddress] = useState<string | null>(null)

  function share() {
    void act('share', async () => {
      const { token } = await mutate(api.reports.share.mutate({ id }), 'account-updated')
      setAddress(`${window.location.origin}/reports/${token}`)
    })
  }

  function end() {
    void act('end', async () => {
      await mutate(api.reports.unshare.mutate({ id }), 'account-updated')
      setAddress(null)
      toast.success('The link has been turned off.')
    })
  }

  return (
    <TitledCard
      title={isShared ? 'Shared by link' : 'Share by link'}
      description={
        isShared
          ? 'Anyone with the link can read this report without an account. The reviews behind it stay private.'
          : 'Anyone with the link can read this report without an account. You can turn the link off at any time.'
      }
      className="grid gap-4"
    >
      {address !== null && (
        <div className="grid gap-2 text-sm">
          <p>Copy the link now: it is shown only once.</p>
          <code className="rounded-lg bg-muted p-3 break-all">{address}</code>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {address !== null && <CopyButton key={address} text={address} label="Copy the link" autoFocus />}
        {!isShared && (
          <Button variant="outline" pending={busy === 'share'} onClick={share}>
            Create a link
          </Button>
        )}
        {isShared && address === null && (
          <ConfirmButton
            trigger={{ variant: 'outline', pending: busy === 'share', children: 'Replace the link' }}
            title="Replace the link?"
            text="The link you shared earlier will stop working."
            action="Replace the link"
            onAction={share}
          />
        )}
        {isShared && (
          <ConfirmButton
            trigger={{ variant: 'outline', pending: busy === 'end', children: 'Turn off the link' }}
            title="Turn off the link?"
            text="Anyone who opens it will no longer see the report."
            action="Turn off the link"
            isDestructive
            onAction={end}
          />
        )}
      </div>
    </TitledCard>
  )
}
