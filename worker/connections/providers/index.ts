import type { ConnectionProvider } from '../../rules/connections.ts'
import { facebook } from './facebook.ts'
import { google } from './google.ts'
import type { PlatformProvider } from './provider.ts'

export const PLATFORM_PROVIDERS: Record<ConnectionProvider, PlatformProvider> = { google, facebook }
