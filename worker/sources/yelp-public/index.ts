export { yelpPublic } from './yelp-public.ts'
