import { Alert } from '#app/components/ui/alert.tsx'

/** Why the last way to a platform ended without a connection (`connectProblemIn`), where this screen is its end. */
export function ConnectOutcome({ problem }: { problem: string | null }) {
  return problem && <Alert variant="destructive">{problem}</Alert>
}
