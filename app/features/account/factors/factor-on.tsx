import { ShieldCheckIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import type { FactorView } from '#worker/identity/factors/list-factors.ts'
import { RECOVERY_CODES } from '#worker/rules/mfa.ts'

const FEW_CODES = 3

export interface FactorOnProps {
  factor: FactorView
  codesLeft: number
  busy: 'enroll' | 'renew' | 'remove' | null
  onRenew: () => void
  onReplace: () => void
  onRemove: () => void
}

/** The state of the second step, and what can be done about it. */
export function FactorOn({ factor, codesLeft, busy, onRenew, onReplace, onRemove }: FactorOnProps) {
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm sm:grid-cols-3">
        <Fact name="Authenticator app">
          <Badge variant="positive">
            <ShieldCheckIcon aria-hidden />
            On
          </Badge>
        </Fact>
        <Fact name="Last used">
          <RelativeTime date={factor.lastUsedAt ?? factor.createdAt} />
        </Fact>
        <Fact name="Recovery codes">
          {codesLeft} of {RECOVERY_CODES} left
        </Fact>
      </dl>
      {codesLeft <= FEW_CODES && (
        <Alert variant="warning">
          {codesLeft === 0
            ? 'No recovery code is left. Without your phone you could not sign in. Make new ones.'
            : 'Your recovery codes run low. Make new ones.'}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          trigger={{ variant: 'outline', pending: busy === 'renew', children: 'New recovery codes' }}
          title="Make new recovery codes?"
          text="The codes you have now stop working at once."
          action="Make new codes"
          cancel="Keep as it is"
          onAction={onRenew}
        />
        <Button variant="outline" pending={busy === 'enroll'} onClick={onReplace}>
          Use another app
        </Button>
        <ConfirmButton
          trigger={{ variant: 'ghost', pending: busy === 'remove', children: 'Turn off' }}
          title="Turn two-step sign-in off?"
          text="Your password alone will sign you in, your recovery codes stop working, and you are signed out everywhere else."
          action="Turn off"
          cancel="Keep as it is"
          isDestructive
          onAction={onRemove}
        />
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
