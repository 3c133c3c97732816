import { receivePushes } from './push.ts'
import type { ServiceWorkerScope } from './scope.ts'

// This file runs in a service worker only, whose scope is no part of the DOM's types.
declare const self: ServiceWorkerScope

receivePushes(self)
