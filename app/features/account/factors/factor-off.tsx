import { ShieldPlusIcon } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'

/** Why one would want it, and the way there. */
export function FactorOff({ isBusy, onSetUp }: { isBusy: boolean; onSetUp: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-sm">
        It is off: whoever knows your password gets in. With an authenticator app on your phone a stolen
        password is not enough. Setting it up takes two minutes.
      </p>
      <Button pending={isBusy} onClick={onSetUp}>
        <ShieldPlusIcon aria-hidden />
        Set up
      </Button>
    </div>
  )
}
