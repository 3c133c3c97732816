import { useSyncExternalStore } from 'react'
import { useFormat } from '#app/lib/locale.tsx'
import { MINUTE_MS } from '#worker/rules/durations.ts'

/** A shared timer for all times on the screen. */
function subscribe(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS)
}

interface RelativeTimeProps {
  date: string
  /** For a future time: text that replaces it once it has passed. */
  whenDue?: string
  className?: string
}

/** Null if the time is more than a minute away. */
function dueText(leftMs: number, whenDue: string): string | null {
  if (leftMs <= 0) return whenDue
  return leftMs < MINUTE_MS ? 'within a minute' : null
}

/** '5 minutes ago', exact on hover. Updates every minute. */
export function RelativeTime({ date, whenDue, className }: RelativeTimeProps) {
  const format = useFormat()
  useSyncExternalStore(subscribe, currentMinute, currentMinute)
  return (
    // The minute may change between server and browser render; the next tick corrects it.
    <time
      dateTime={date}
      className={className}
      // Set on hover: exact times would be a tenth of the HTML of a long list.
      onPointerEnter={(event) => {
        event.currentTarget.title = format.dateTime(date)
      }}
      suppressHydrationWarning
    >
      {(whenDue ? dueText(Date.parse(date) - Date.now(), whenDue) : null) ??
        format.relative(date, Date.now())}
    </time>
  )
}
