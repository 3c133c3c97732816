import { receivePushes } from './push.ts'
import type { ServiceWorkerScope } from './scope.ts'

// Safe: this file runs in a service worker only. Its types are no part of the DOM's.
receivePushes(self as unknown as ServiceWorkerScope)
