import { cn } from '#app/lib/cn.ts'

export interface StarsProps {
  /** 0 to 5; fractions fill a star in part. */
  rating: number
  size?: 'sm' | 'default'
  className?: string
}

const SIZE_CLASSES = { sm: 'h-3.5', default: 'h-4' } as const

/** One element, masked: five SVG elements a rating would make 100 reviews cost over 1,000 nodes. */
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
