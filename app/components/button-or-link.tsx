import { forwardRef } from 'react'
import { useHydrated } from '#app/lib/browser-state.ts'
import { Button, type ButtonProps } from './ui/button.tsx'

/** A button that is a link until the scripts have come: whoever is faster than they are gets to a screen that does the same. */
export const ButtonOrLink = forwardRef<HTMLButtonElement, ButtonProps & { to: string }>(function ButtonOrLink(
  { to, children, ...props },
  ref,
) {
  if (useHydrated()) {
    return (
      <Button ref={ref} {...props}>
        {children}
      </Button>
    )
  }
  const { variant, size, className, 'aria-label': label } = props
  return (
    <Button asChild variant={variant} size={size} className={className} aria-label={label}>
      <a href={to}>{children}</a>
    </Button>
  )
})
