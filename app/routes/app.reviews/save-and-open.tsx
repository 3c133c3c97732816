import type { MouseEvent } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { copyReply } from './copy-and-open.tsx'
import type { ReviewRow } from './inbox-data.server.ts'
import { replyProblem } from './reply-length.ts'

export interface SaveAndOpenProps {
  review: ReviewRow
  text: string
  onProblem: (problem: string) => void
  onSave: (text: string) => void
}

/** Where we can't post: saves the reply, so that the review counts as answered, and opens its platform to paste it there. */
export function SaveAndOpen({ review, text, onProblem, onSave }: SaveAndOpenProps) {
  const name = PLATFORM_NAMES[review.platform]

  function save(event: MouseEvent) {
    const problem = replyProblem(text)
    if (problem) {
      event.preventDefault()
      onProblem(problem)
      return
    }
    void copyReply(text.trim(), name)
    onSave(text.trim())
  }

  return (
    <Button asChild variant="outline" size="sm">
      <a href={`/app/reviews/open?review=${review.id}`} target="_blank" rel="noopener" onClick={save}>
        {`Save and open ${name}`}
      </a>
    </Button>
  )
}
