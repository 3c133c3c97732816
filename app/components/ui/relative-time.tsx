import { useSyncExternalStore } from 'react'
import { useFormat } from '#app/lib/locale.tsx'
import { MINUTE_MS } from '#worker/rules/durations.ts'

/** One timer for every time on the screen. */
function subscribe(onMinute: () => void): () => void {
  const timer = setInterval(onMinute, MINUTE_MS)
  return () => clearInterval(timer)
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS)
}

interface RelativeTimeProps {
  date: string
  /** Said in place of a time that has come. */
  whenDue?: string
  className?: string
}

/** '5 minutes ago', exact on hover. Keeps up with the clock. */
export function RelativeTime({ date, whenDue, className }: RelativeTimeProps) {
  const format = useFormat()
  useSyncExternalStore(subscribe, currentMinute, currentMinute)
  return (
    // The minute may change between the server's render and the browser's; the next tick corrects it.
    <time
      dateTime={date}
      className={className}
      // Set when it is asked for: in the HTML of a long list the exact times would be a tenth of its bytes.
      onPointerEnter={(event) => {
        event.currentTarget.title = format.dateTime(date)
      }}
      suppressHydrationWarning
    >
      {whenDue && Date.parse(date) <= Date.now() ? whenDue : format.relative(date, Date.now())}
    </time>
  )
}
