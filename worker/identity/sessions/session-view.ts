/** Who is signed in, and in which organization; safe to show to that person. */
export interface SessionView {
  user: {
    id: string
    email: string
    fullName: string
    role: string
    isVerified: boolean
    mustChangePassword: boolean
  }
  aal: 'aal1' | 'aal2'
  amr: string[]
  /** `aal2` where signing in takes a second factor. */
  nextLevel: 'aal1' | 'aal2'
  organization: { id: string; name: string }
  plan: string
  /** Milliseconds, UTC: the request before this one, and the end. */
  lastActivityAt: number
  expiresAt: number
}
