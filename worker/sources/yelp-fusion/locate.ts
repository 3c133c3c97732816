/** The API goes by the same addresses and ids as the public page. */
export { locate } from '../yelp-public/locate.ts'
