import { type Build, keepAssets } from './keep-assets.ts'
import { keepScreens } from './keep-screens.ts'
import { receivePushes } from './push.ts'
import type { ServiceWorkerScope } from './scope.ts'

// This file runs in a service worker only, whose scope is no part of the DOM's types.
declare const self: ServiceWorkerScope
/** Put here by scripts/local/service-worker.ts. */
declare const BUILD: Build

receivePushes(self)
keepScreens(self, BUILD, keepAssets(self, BUILD))
