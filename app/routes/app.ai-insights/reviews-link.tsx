import { Link } from '@remix-run/react'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'

interface ReviewsLinkProps {
  to: string
  count: number
  /** Accessible label for screen readers, which may read links out of context. */
  about: string
  /** Replaces the default text, '12 reviews'. */
  text?: string
}

/** Links to exactly the reviews that were counted. */
export function ReviewsLink({ to, count, about, text }: ReviewsLinkProps) {
  const format = useFormat()
  const shown = text ?? counted(count, 'review', format)
  if (count === 0) return <span className="text-muted-foreground">{shown}</span>
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
      aria-label={`${shown}: ${about}`}
    >
      {shown}
    </Link>
  )
}
