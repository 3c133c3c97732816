/** Paragraphs of the specification's error catalogue with messages that the API and the screens show. */
export type Paragraph = 'Scraping' | 'Review reads' | 'Business service' | 'Auth' | 'Review responses'

export interface Origin {
  /** Trigger of the message. */
  from: string
  /**
   * The test if it isn't tests/edge/api/specified-messages.test.ts; null if the message is never shown (see
   * `from`).
   */
  heardIn?: string | null
}

const TOKEN: Origin = {
  from: 'an access token that does not hold',
  heardIn: 'tests/unit/worker/identity/token.test.ts',
}
const SCRAPE: Origin = {
  from: 'the scraper routes',
  heardIn: 'tests/unit/worker/rules/scrape-result.test.ts',
}
const SCREEN: Origin = {
  from: 'a screen whose data could not be read',
  heardIn: 'tests/edge/screens/failing-reads.test.ts',
}

/** Every message of these paragraphs, word for word, with its origin. */
export const SPECIFIED_MESSAGES: Record<Paragraph, Record<string, Origin>> = {
  Scraping: {
    'HTTP error! status: {status}': SCRAPE,
    'Unknown error': SCRAPE,
    'Google scraping failed': SCRAPE,
    'Yelp scraping failed': SCRAPE,
    'Yelp API trial may have expired - only Google reviews available': SCRAPE,
    'Save error: ...': SCRAPE,
  },
  'Review reads': {
    'Failed to load reviews': SCREEN,
    'Failed to load review statistics': SCREEN,
  },
  'Business service': {
    'Failed to fetch businesses: {reason}': { from: 'businesses.list' },
    'Failed to fetch business: {reason}': { from: 'businesses.get' },
    'Failed to check current business count': { from: 'businesses.create, where no place is left' },
    'Failed to verify user profile': { from: 'profile.get' },
    'Failed to create user profile': { from: 'auth.signUp, which makes the profile along with the account' },
    'Failed to create business: {reason}': { from: 'businesses.create' },
    'Failed to update business: {reason}': { from: 'businesses.update' },
    'Failed to delete business: {reason}': { from: 'businesses.remove' },
    'Failed to get business count: {reason}': { from: 'businesses.count and businesses.stats' },
    'Failed to get active business count: {reason}': { from: 'businesses.count {isActive: true}' },
    'Failed to search businesses: {reason}': { from: 'businesses.list {search}' },
    'Failed to filter businesses: {reason}': { from: 'businesses.list {isActive}' },
    'User not authenticated': { from: 'businesses.create and responses.create without a session' },
  },
  Auth: {
    'Invalid user data': {
      from: 'auth.signUp with a name that looks like SQL or script',
      heardIn: 'tests/edge/identity/accounts/sign-up.test.ts',
    },
    'Failed to check user session': { from: 'any address that needs a session' },
    'Failed to load organizations': { from: 'organizations.createDefault' },
    'Missing exp claim': TOKEN,
    'JWT has expired': TOKEN,
    'Invalid alg claim': TOKEN,
    'Invalid JWT signature': TOKEN,
    'Invalid JWT structure': TOKEN,
    'Invalid JWT header': TOKEN,
    'Insecure algorithm none': TOKEN,
    'Token expired': { from: "'JWT has expired' means the same and is said instead", heardIn: null },
    'Token not yet valid': TOKEN,
    'Token issued in the future': TOKEN,
    'Missing subject claim': TOKEN,
    'Missing audience claim': TOKEN,
    'No session found': { from: 'every other procedure without a session' },
    'Invalid or expired session': { from: 'a session that has ended' },
    'Invalid user token': TOKEN,
  },
  'Review responses': {
    'Failed to create review response: ...': { from: 'responses.create' },
    'Failed to update review response: ...': { from: 'responses.update' },
    'Failed to fetch review response: ...': { from: 'responses.forReview' },
    'Failed to fetch business responses: ...': { from: 'responses.forBusiness' },
    'Failed to delete review response: ...': { from: 'responses.remove' },
  },
}
