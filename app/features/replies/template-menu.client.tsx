import { Link } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog, DialogContent, DialogHeading, useReturnFocus } from '#app/components/ui/dialog.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { NumberFormat } from '#worker/rules/counted.ts'
import { platformName } from '#worker/rules/platforms.ts'
import {
  fillTemplate,
  type ReplyTemplate,
  STARTER_TEMPLATES,
  type TemplateReview,
  templateValues,
} from '#worker/rules/templates.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

export interface TemplateMenuProps {
  review: ReviewRow
  businessName: string
  /** Called with the text, after its variables are replaced. */
  onChoose: (text: string) => void
  /** Saves the reply as a template; absent while the reply is empty. */
  onSave?: (() => void) | undefined
  onClose: () => void
}

export default function TemplateMenu(props: TemplateMenuProps) {
  const { review, businessName, onChoose, onSave, onClose } = props
  const format = useFormat()
  const [templates, setTemplates] = useState<ReplyTemplate[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const chosen = useRef<string | null>(null)
  const returnFocus = useReturnFocus()

  useEffect(() => {
    api.templates.list.query().then(
      ({ items }) => setTemplates(items),
      (error: unknown) => setFailure(errorText(error)),
    )
  }, [])

  const values = templateValues(templateReview(review, businessName, format))
  const suitable = templates?.filter(
    ({ businessId }) => businessId === null || businessId === review.businessId,
  )
  const offered = templates?.length === 0 ? STARTER_TEMPLATES : suitable
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        // The chosen text goes into the reply, so focus that.
        onCloseAutoFocus={(event) => {
          if (chosen.current === null) return returnFocus(event)
          event.preventDefault()
          onChoose(chosen.current)
        }}
      >
        <DialogHeading title="Templates">{`For your reply to ${review.reviewerName}.`}</DialogHeading>
        {failure && (
          <p role="alert" className="text-sm text-destructive">
            {failure}
          </p>
        )}
        {!suitable && !failure && <Skeleton className="h-24 w-full" />}
        {templates?.length === 0 && (
          <p className="text-sm text-muted-foreground">
            You have no templates of your own yet. Begin with one of these, and make it yours.
          </p>
        )}
        {templates && templates.length > 0 && suitable?.length === 0 && (
          <p className="text-sm text-muted-foreground">There are no templates for this business yet.</p>
        )}
        {offered && offered.length > 0 && (
          <ul className="grid gap-2">
            {offered.map(({ name, text }) => {
              const filled = fillTemplate(text, values)
              return (
                <li key={`${name} ${text}`}>
                  <button
                    type="button"
                    className="grid w-full gap-1 rounded-lg border p-3 text-left hover:bg-accent"
                    onClick={() => {
                      chosen.current = filled
                      onClose()
                    }}
                  >
                    <span className="text-sm font-medium">{name}</span>
                    <span className="line-clamp-3 text-sm text-muted-foreground" dir="auto">
                      {filled}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Link
            to="/app/reviews/templates"
            className="w-fit py-3 text-sm font-medium text-primary hover:underline dense:py-2"
          >
            Manage templates
          </Link>
          {onSave && (
            <Button
              variant="outline"
              onClick={() => {
                onClose()
                onSave()
              }}
            >
              Save as template
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

export function templateReview(
  review: ReviewRow,
  businessName: string,
  format: NumberFormat,
): TemplateReview {
  const { reviewerName, rating } = review
  return { reviewerName, businessName, rating: format.number(rating), platform: platformName(review) }
}
