import { cn } from '#app/lib/cn.ts'

export interface StarsProps {
  /** 0 to 5; fractions fill part of a star. */
  rating: number
  size?: 'sm' | 'default'
  className?: string
}

const SIZE_CLASSES = { sm: 'h-3.5', default: 'h-4' } as const

/** A single masked element: five SVG elements per rating would add over 1,000 nodes for 100 reviews. */
export function Stars({ rating, size = 'default', className }: StarsProps) {
  const rounded = Math.round(rating * 10) / 10
  return (
    <span
      role="img"
      aria-label={`${rounded} out of 5 stars`}
      className={cn('stars', SIZE_CLASSES[size], className)}
      style={{ '--stars': `${rounded * 20}%` }}
    />
  )
}
