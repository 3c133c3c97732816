import { cn } from '#app/lib/cn.ts'

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cn('size-7 shrink-0', className)} aria-hidden>
      <path
        className="fill-primary"
        d="M7 2h18a5 5 0 0 1 5 5v13a5 5 0 0 1-5 5h-6.5L11 31v-6H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z"
      />
      <path
        className="fill-primary-foreground"
        d="m16 6 2.3 4.9 5.3.7-3.9 3.7 1 5.3L16 18l-4.7 2.6 1-5.3-3.9-3.7 5.3-.7z"
      />
    </svg>
  )
}
