import { Tag } from 'lucide'
import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'

const TagDialog = onDemand(() => import('./tag-dialog.client.tsx'))

export function ReviewTags({ review }: { review: ReviewRow }) {
  const mayTag = useMay('reviews.answer')
  const isHydrated = useHydrated()
  const tags = review.tags ?? []
  if (tags.length === 0 && !mayTag) return null
  return (
    // As high as the tag button from the start, so that nothing moves when the button appears.
    <div className="review-meta flex min-h-11 flex-wrap items-center gap-2 dense:min-h-9">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="contents">
          {tags.map(({ id, name, color }) => (
            <li
              key={id}
              className="tag rounded-full border px-2 py-0.5 font-medium text-foreground"
              data-color={color}
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {mayTag && isHydrated && (
        <TagButton
          reviews={[review]}
          variant="ghost"
          // Aligns the button's label with the text above.
          className={tags.length === 0 ? '-ml-4' : undefined}
        />
      )}
    </div>
  )
}

export function TagButton({
  reviews,
  ...button
}: Pick<ButtonProps, 'variant' | 'size' | 'className'> & { reviews: ReviewRow[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...button}
        aria-haspopup="dialog"
        onPointerDown={TagDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Icon of={Tag} />
        Tags
      </Button>
      {isOpen && (
        <TagDialog reviews={reviews} onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
      )}
    </>
  )
}
