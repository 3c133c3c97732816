import { PAGES } from '#tests/edge/support/pages.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { testBodies, testChanging, testPages } from './support/envelope.ts'

const mutations = PROCEDURES.filter(({ isMutation }) => isMutation)

testChanging([
  ...mutations.map(({ path }) => `/trpc/${path}`),
  '/functions/v1/google-business-scraper',
  '/functions/v1/yelp-scraper',
])
testPages(PAGES)
testBodies(mutations.filter(({ needsInput }) => needsInput).map(({ path }) => path))
