/** The names say what the product is and whom it works for. They never imitate a browser. */
export const AGENT_NAMES = [
  'ReviewDashboard/1.0 (collects the reviews of a listing for its owner)',
  'ReviewDashboard/1.0 (automated; reads public reviews on behalf of the business they are about)',
  'ReviewDashboard/1.0 (review monitoring, asked for by the owner of this listing)',
] as const

/** A fixed language keeps responses the same from run to run. */
export const PUBLIC_PAGE_HEADERS = {
  'user-agent': AGENT_NAMES[0],
  'accept-language': 'en',
} as const

/** A run's user agent, the same for all its pages. With rotation, each run uses the next user agent. */
export function agentOf({ seq, userAgentRotation }: { seq: number; userAgentRotation: boolean }): string {
  return (userAgentRotation && AGENT_NAMES[seq % AGENT_NAMES.length]) || AGENT_NAMES[0]
}
