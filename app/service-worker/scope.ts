/** The parts of a service worker's global scope that we use; the DOM types don't include them. */
export interface ServiceWorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  registration: ServiceWorkerRegistration
  location: Location
  caches: CacheStorage
  fetch: typeof fetch
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}

export interface PushEvent extends ExtendableEvent {
  data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  notification: Notification
  /** The button that was pressed; empty for the message itself. */
  action: string
}

interface WindowClient {
  url: string
  focus(): Promise<WindowClient>
}
