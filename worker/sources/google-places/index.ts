export { googlePlaces } from './google-places.ts'
