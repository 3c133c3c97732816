/**
 * Headers of every request to a public page. The agent is fixed and says what it is: the product neither rotates
 * identities nor poses as a browser. The language is fixed too, so that answers don't change from run to run.
 */
export const PUBLIC_PAGE_HEADERS = {
  'user-agent': 'ReviewDashboard/1.0 (collects the reviews of a listing for its owner)',
  'accept-language': 'en',
} as const
