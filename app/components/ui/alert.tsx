import { cva, type VariantProps } from 'class-variance-authority'
import type { HTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

const alertVariants = cva(
  'grid gap-1 rounded-lg border px-4 py-3 text-sm has-[>svg]:grid-cols-[auto_1fr] has-[>svg]:gap-x-3 [&>svg]:row-span-2 [&>svg]:mt-0.5 [&>svg]:size-4',
  {
    variants: {
      variant: {
        default: 'bg-card text-card-foreground',
        info: 'border-transparent bg-accent text-accent-foreground',
        success: 'border-transparent bg-positive-soft text-positive',
        warning: 'border-transparent bg-neutral-soft text-neutral',
        destructive: 'border-transparent bg-negative-soft text-negative',
      },
    },
    defaultVariants: { variant: 'default' },
  },
)

export type AlertProps = HTMLAttributes<HTMLDivElement> & VariantProps<typeof alertVariants>

/** Screen readers announce `destructive` at once, and the others when they are idle. */
export function Alert({ className, variant, ...props }: AlertProps) {
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(alertVariants({ variant }), className)}
      {...props}
    />
  )
}

export function AlertTitle({ className, ...props }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={cn('font-medium', className)} {...props} />
}

export function AlertDescription({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return <div className={cn('text-sm', className)} {...props} />
}
