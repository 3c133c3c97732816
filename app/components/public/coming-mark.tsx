import { Badge } from '#app/components/ui/badge.tsx'

/** Beside what a plan will have and nobody can use yet. */
export function ComingMark() {
  return <Badge variant="outline">Coming</Badge>
}
