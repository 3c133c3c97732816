import { X } from 'lucide'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'
import { Button } from './button.tsx'
import {
  currentToasts,
  noToasts,
  subscribeToToasts,
  type Toast,
  type ToastType,
  toast,
} from './toast-store.ts'

const EDGE_CLASSES: Record<ToastType, string> = {
  success: 'border-l-positive',
  error: 'border-l-negative',
  warning: 'border-l-neutral',
  info: 'border-l-primary',
}

const HOLD_MS = 1_000

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed top-0 right-0 z-60 flex w-full flex-col gap-2 p-4 sm:max-w-sm"
    >
      {toasts.map((each) => (
        <ToastCard key={each.id} {...each} />
      ))}
    </section>
  )
}

function ToastCard({ id, type, title, message, duration, dismissible, action }: Toast) {
  const card = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)

  function close() {
    const target = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main')
    toast.dismiss(id)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

  useEffect(() => {
    if (duration === 0) return
    function leave() {
      // Don't remove the toast while hovered or focused.
      if (card.current?.matches(':hover, :focus-within')) timer = setTimeout(leave, HOLD_MS)
      else toast.dismiss(id)
    }
    /** Restarts the timer on Tab, because reaching the toast by keyboard may take a while. */
    function wait({ key }: KeyboardEvent) {
      if (key !== 'Tab') return
      clearTimeout(timer)
      timer = setTimeout(leave, duration)
    }
    let timer = setTimeout(leave, duration)
    window.addEventListener('keydown', wait)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', wait)
    }
  }, [duration, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records where the focus came from
    <div
      ref={card}
      role={type === 'error' ? 'alert' : undefined}
      onFocus={({ relatedTarget }) => {
        if (!card.current?.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      className={cn(
        'pointer-events-auto flex animate-in items-start gap-3 rounded-lg border border-l-4 bg-popover p-4 text-sm text-popover-foreground shadow-lg fade-in-0 slide-in-from-top-2',
        EDGE_CLASSES[type],
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="break-words text-muted-foreground">{message}</p>
        {action && (
          <Button
            variant="outline"
            size="sm"
            className="mt-2"
            onClick={() => {
              action.onPress()
              close()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      {dismissible && (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={close}
          className="-m-3 grid size-11 shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-accent dense:-m-2 dense:size-9"
        >
          <Icon of={X} className="size-4" />
        </button>
      )}
    </div>
  )
}
