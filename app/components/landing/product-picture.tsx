import { cn } from '#app/lib/cn.ts'
import dashboardDark from './pictures/dashboard-dark.webp?url'
import dashboardLight from './pictures/dashboard-light.webp?url'
import reviewsDark from './pictures/reviews-dark.webp?url'
import reviewsLight from './pictures/reviews-light.webp?url'

/** Created by `npm run pictures`, which uses the same sizes. */
const PICTURES = {
  dashboard: { light: dashboardLight, dark: dashboardDark, width: 1120, height: 720 },
  reviews: { light: reviewsLight, dark: reviewsDark, width: 390, height: 680 },
} as const

interface ProductPictureProps {
  of: keyof typeof PICTURES
  alt: string
  className?: string
}

/**
 * A screenshot of the product with demo data, in the page's colour scheme. Both images are rendered and CSS shows one,
 * because `picture` follows the system's scheme, not the page's. The hidden one is lazy, so it is never fetched.
 */
export function ProductPicture({ of, alt, className }: ProductPictureProps) {
  const { light, dark, width, height } = PICTURES[of]
  const look = cn('h-auto w-full rounded-xl border shadow-lg', className)
  return (
    <>
      <img
        src={light}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className={cn('if-light', look)}
      />
      <img
        src={dark}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        className={cn('if-dark', look)}
      />
    </>
  )
}
