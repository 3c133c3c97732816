import { Link } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import type { ConnectionProvider } from '#worker/rules/connections.ts'
import { unlockedBy } from '#worker/rules/source-health.ts'

/** Stands where a platform could be connected that the plan does not have. */
export function PlanLink({ plan, provider }: { plan: string; provider: ConnectionProvider }) {
  return (
    <Button asChild variant="outline">
      <Link to="/pricing" reloadDocument>
        {`Part of the ${unlockedBy(plan, provider)} plan`}
      </Link>
    </Button>
  )
}
