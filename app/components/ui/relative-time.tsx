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
  /** Text shown once a future `date` has passed. */
  whenDue?: string
  className?: string
}

/** Text for a deadline; null if there is none, or if it is more than a minute away. */
function dueText(leftMs: number, whenDue: string | undefined): string | null {
  if (whenDue === undefined || leftMs >= MINUTE_MS) return null
  return leftMs <= 0 ? whenDue : 'within a minute'
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
      {dueText(Date.parse(date) - Date.now(), whenDue) ?? format.relative(date, Date.now())}
    </time>
  )
}
