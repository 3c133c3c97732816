import { routes } from '../../../build/server/index.js'
import { testScreens } from './support/tenant-visits.ts'

// Tries every route's loader at every address.
const IDS = Object.keys(routes).filter((id) => /^routes\/(app|checkout|payment)\b/.test(id))

testScreens(() => IDS)
