import { type ForwardedRef, forwardRef, useCallback, useRef } from 'react'
import { useHydrated } from '#app/lib/browser-state.ts'
import { Button, type ButtonProps } from './ui/button.tsx'

/** A button that is a link until hydration. The link serves early clicks: it leads to a screen that does the same. */
export const ButtonOrLink = forwardRef<HTMLButtonElement, ButtonProps & { to: string }>(function ButtonOrLink(
  { to, children, ...props },
  ref,
) {
  const { link, button } = useKeptFocus(ref)
  if (useHydrated()) {
    return (
      <Button ref={button} {...props}>
        {children}
      </Button>
    )
  }
  const { variant, size, className, 'aria-label': label } = props
  return (
    <Button asChild variant={variant} size={size} className={className} aria-label={label}>
      <a ref={link} href={to}>
        {children}
      </a>
    </Button>
  )
})

/** Moves the focus from the link to the button that replaces it. */
function useKeptFocus(ref: ForwardedRef<HTMLButtonElement>) {
  const shown = useRef<HTMLAnchorElement | null>(null)
  const hadFocus = useRef(false)
  return {
    link: useCallback((link: HTMLAnchorElement | null) => {
      // React calls this with null while the link is still in the document.
      if (!link) hadFocus.current = document.activeElement === shown.current
      shown.current = link
    }, []),
    button: useCallback(
      (button: HTMLButtonElement | null) => {
        if (typeof ref === 'function') ref(button)
        else if (ref) ref.current = button
        if (button && hadFocus.current) button.focus()
        hadFocus.current = false
      },
      [ref],
    ),
  }
}
