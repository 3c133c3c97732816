export { apple } from './apple.ts'
export { github } from './github.ts'
export { google } from './google.ts'
export type { IdentityProvider, ProviderPerson, WayBack } from './provider.ts'
