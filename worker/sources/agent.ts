/** What the product calls itself on public pages: what it is and whom it works for, never a browser or another. */
export const AGENT_NAMES = [
  'ReviewDashboard/1.0 (collects the reviews of a listing for its owner)',
  'ReviewDashboard/1.0 (automated; reads public reviews on behalf of the business they are about)',
  'ReviewDashboard/1.0 (review monitoring, asked for by the owner of this listing)',
] as const

/** Headers of every request to a public page. The language is fixed, so answers don't change from run to run. */
export const PUBLIC_PAGE_HEADERS = {
  'user-agent': AGENT_NAMES[0],
  'accept-language': 'en',
} as const

/** The name a run goes by, the same for all its pages; with rotation, the next run takes the next name. */
export function agentOf({ seq, userAgentRotation }: { seq: number; userAgentRotation: boolean }): string {
  return (userAgentRotation && AGENT_NAMES[seq % AGENT_NAMES.length]) || AGENT_NAMES[0]
}
