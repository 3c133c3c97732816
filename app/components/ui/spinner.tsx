import { cn } from '#app/lib/cn.ts'

/** Covers the screen while there is nothing to display yet. Inside a page use `Skeleton`. */
export function FullScreenSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <Spinner className="size-8 text-primary" />
      <span className="sr-only">{label}</span>
    </div>
  )
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn(
        'inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
