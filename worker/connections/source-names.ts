import type { ConnectionProvider } from '../rules/connections.ts'
import type { SourceName } from '../sources/source.ts'

/** The source that each platform's connections are asked as. */
export const CONNECTION_SOURCE_NAMES = {
  google: 'google-business-profile',
  facebook: 'facebook',
} as const satisfies Record<ConnectionProvider, SourceName>
