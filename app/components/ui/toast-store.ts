export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface Toast {
  id: string
  type: ToastType
  title: string
  message: string
  /** Milliseconds until it disappears; 0 keeps it. */
  duration: number
  dismissible: boolean
  action?: { label: string; onPress: () => void } | undefined
  timestamp: number
}

export type ToastOptions = Partial<Pick<Toast, 'title' | 'duration' | 'dismissible' | 'action'>>

const TITLES: Record<ToastType, string> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
}
const DURATIONS_MS: Record<ToastType, number> = { success: 5_000, error: 8_000, warning: 6_000, info: 5_000 }

const NONE: readonly Toast[] = []

/**
 * The current toasts. Only event handlers in the browser change them, so on the server there are none. Initially the
 * same object that `noToasts` returns for hydration: with another one, React would re-render all subscribers at once.
 */
let toasts = NONE
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function show(type: ToastType, message: string, options: ToastOptions = {}): string {
  lastId += 1
  const id = `toast-${lastId}`
  const { title = TITLES[type], duration = DURATIONS_MS[type], dismissible = true, action } = options
  publish([...toasts, { id, type, message, title, duration, dismissible, action, timestamp: Date.now() }])
  return id
}

/** `toast.success('Reply saved.')` shows a message top-right and returns its id. */
export const toast = {
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
  warning: (message: string, options?: ToastOptions) => show('warning', message, options),
  info: (message: string, options?: ToastOptions) => show('info', message, options),
  dismiss: (id: string) => publish(toasts.filter((each) => each.id !== id)),
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

export function noToasts(): readonly Toast[] {
  return NONE
}
