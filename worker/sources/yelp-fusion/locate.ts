/** The API goes by the same addresses and ids as the public page. */
export { locate, whyNotListing } from '../yelp-public/locate.ts'
