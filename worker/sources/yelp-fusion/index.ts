export { yelpFusion } from './yelp-fusion.ts'
