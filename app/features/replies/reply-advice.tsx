import { useEffect, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { api } from '#app/lib/api.ts'
import { isHealthCare } from '#worker/rules/health-care.ts'
import { platformName } from '#worker/rules/platforms.ts'
import { checkReply, type ReplyIssueKind } from '#worker/rules/reply-check.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

const FORMER_REPLIES = 20

const REPAIRS: Record<ReplyIssueKind, string> = {
  blank: 'Take the blank out',
  contact: 'Take it out',
  link: 'Take the link out',
  name: 'Leave the name out',
  repeat: '',
  obscene: 'Take the word out',
  capitals: 'Use small letters',
  money: 'Take the promise out',
}

export interface ReplyAdviceProps {
  review: ReviewRow
  businessName: string
  text: string
  onReplace: (text: string) => void
}

/** Advice only: the reply can still be saved. */
export function ReplyAdvice({ review, businessName, text, onReplace }: ReplyAdviceProps) {
  const { industry, formerReplies } = useKnown(review)
  const issues = checkReply(text, {
    platform: platformName(review),
    isHealthCare: isHealthCare({ name: businessName, industry }),
    authorName: review.reviewerName,
    businessName,
    formerReplies,
  })
  return (
    <div role="status" className="empty:hidden">
      {issues.length > 0 && (
        <ul className="grid gap-2 text-sm" aria-label="Before you post">
          {issues.map(({ kind, found, why, repaired }) => (
            <li key={kind} className="flex flex-wrap items-center gap-2 rounded-lg bg-muted px-3 py-2">
              <span className="min-w-0 flex-1 basis-56">
                {kind !== 'repeat' && <q className="font-medium wrap-anywhere">{found}</q>} {why}
              </span>
              {repaired !== null && (
                <Button variant="outline" size="sm" onClick={() => onReplace(repaired)}>
                  {REPAIRS[kind]}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Data for the check to compare with. Offline, only the text is checked. */
function useKnown({ id, businessId }: ReviewRow) {
  const [known, setKnown] = useState<{ industry: string | null; formerReplies: readonly string[] }>({
    industry: null,
    formerReplies: [],
  })
  useEffect(() => {
    let isLeft = false
    Promise.all([
      api.businesses.get.query({ id: businessId }),
      api.responses.forBusiness.query({ businessId, limit: FORMER_REPLIES }),
    ]).then(
      ([business, { items }]) => {
        const formerReplies = items.flatMap((one) => (one.reviewId === id ? [] : [one.text]))
        if (!isLeft) setKnown({ industry: business.industry, formerReplies })
      },
      () => {},
    )
    return () => {
      isLeft = true
    }
  }, [id, businessId])
  return known
}
