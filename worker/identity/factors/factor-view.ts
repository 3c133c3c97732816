/** A second factor as its owner sees it; times are ISO 8601 in UTC. */
export interface FactorView {
  id: string
  factorType: 'totp'
  /** `unverified` while it is being set up: it does not count yet. */
  status: 'unverified' | 'verified'
  createdAt: string
  verifiedAt: string | null
  lastUsedAt: string | null
}

export interface FactorList {
  items: FactorView[]
  nextCursor: null
  /** null for somebody who is still signing in. */
  recoveryCodesLeft: number | null
}
