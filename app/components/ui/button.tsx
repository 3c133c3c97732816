import type { LinkProps } from '@remix-run/react'
import { Link } from '@remix-run/react'
import { cva, type VariantProps } from 'class-variance-authority'
import { type ButtonHTMLAttributes, cloneElement, forwardRef, isValidElement } from 'react'
import { cn } from '#app/lib/cn.ts'

/** 44 px touch targets; denser on wide screens with a mouse. */
export const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg text-sm font-medium whitespace-nowrap select-none transition-colors print:hidden disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground shadow-xs hover:bg-primary-strong',
        destructive: 'bg-destructive text-destructive-foreground shadow-xs hover:bg-destructive-strong',
        outline: 'border border-input bg-card text-foreground shadow-xs hover:bg-accent',
        ghost: 'text-foreground hover:bg-accent aria-busy:bg-accent',
        link: 'text-primary underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-11 px-4 dense:h-9',
        sm: 'h-11 px-3 dense:h-8',
        lg: 'h-12 px-6 text-base dense:h-11',
        icon: 'size-11 dense:size-9',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export interface ButtonProps
  extends ButtonHTMLAttributes<HTMLButtonElement>,
    VariantProps<typeof buttonVariants> {
  /** Applies the look to the only child, such as a link. */
  asChild?: boolean
  /** True while the action runs; the button stays focused and ignores further presses. */
  pending?: boolean
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { className, variant, size, asChild = false, pending = false, type, onClick, children, ...props },
  ref,
) {
  const classes = cn(buttonVariants({ variant, size }), className)
  if (asChild && isValidElement<{ className?: string }>(children)) {
    const own = { ...props, ...(ref && { ref }), ...(onClick && { onClick }) }
    return cloneElement(children, { ...own, className: cn(classes, children.props.className) })
  }
  return (
    <button
      ref={ref}
      type={type ?? 'button'}
      className={classes}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {pending && (
        <span className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent" />
      )}
      {children}
    </button>
  )
})

export function LinkButton({
  className,
  variant,
  size,
  ...props
}: LinkProps & VariantProps<typeof buttonVariants>) {
  return <Link className={cn(buttonVariants({ variant, size }), className)} {...props} />
}
