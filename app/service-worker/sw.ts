import { type Build, keepAssets } from './keep-assets.ts'
import { keepScreens } from './keep-screens.ts'
import { receivePushes } from './push.ts'
import type { ServiceWorkerScope } from './scope.ts'

// Runs in service workers only, whose scope isn't in the DOM types.
declare const self: ServiceWorkerScope
/** Inserted by scripts/local/service-worker.ts. */
declare const BUILD: Build

receivePushes(self)
keepScreens(self, BUILD, keepAssets(self, BUILD))
