import { useSearchParams } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { connectProblemIn } from '#worker/rules/connections.ts'

/** Why the last way to a platform ended without a connection, where this screen is its end. */
export function ConnectOutcome() {
  const [search] = useSearchParams()
  const problem = connectProblemIn(search)
  return problem && <Alert variant="destructive">{problem}</Alert>
}
