import type { ReactNode } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { type LocationlessFinding, listOf } from '#worker/rules/findings.ts'

interface FindingListProps<AnyFinding extends LocationlessFinding> {
  findings: readonly (AnyFinding & { isNew?: boolean })[]
  details?: (finding: AnyFinding) => ReactNode
}

function dotOf({ kind, isGood }: LocationlessFinding): string {
  if (kind === 'action_unclear') return 'bg-neutral'
  return isGood ? 'bg-positive' : 'bg-negative'
}

export function FindingList<AnyFinding extends LocationlessFinding>({
  findings,
  details,
}: FindingListProps<AnyFinding>) {
  return (
    <ol className="divide-y">
      {findings.map((finding) => (
        <li
          key={finding.sentence}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
        >
          <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
            <span aria-hidden className={`mr-2 inline-block size-2 rounded-full ${dotOf(finding)}`} />
            {finding.isNew && (
              <Badge variant="info" className="mr-2">
                New
              </Badge>
            )}
            {finding.sentence}
          </p>
          <div className="flex flex-wrap items-center gap-x-4">
            {finding.n > 0 && (
              <LinkButton
                to={listOf(finding.reviews)}
                variant="outline"
                size="sm"
                aria-label={`${finding.button}: ${finding.sentence}`}
              >
                {finding.button}
              </LinkButton>
            )}
            {details?.(finding)}
          </div>
        </li>
      ))}
    </ol>
  )
}
