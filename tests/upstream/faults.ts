import { isNamed } from './listings.ts'
import { PLATFORM_FAULTS, type PlatformFault, type Route, type UpstreamRequest } from './wire.ts'

/** Faults that any request can have. */
const GENERAL_FAULTS = [
  'rate_limited',
  'unavailable',
  'truncated',
  'wrong_type',
  'slow',
  'hang',
  'reset',
  'oversized',
  'redirect_elsewhere',
] as const
type GeneralFault = (typeof GENERAL_FAULTS)[number]
export type FaultKind = GeneralFault | PlatformFault
export const FAULT_KINDS: readonly FaultKind[] = [...GENERAL_FAULTS, ...PLATFORM_FAULTS]

/** A fault to activate, and the requests it hits. */
export interface Fault {
  kind: FaultKind
  platform?: Route['platform']
  host?: string
  /** Hits only requests about this listing: feature id, Place ID, encid, alias or key. */
  listing?: string
  /** Hits only requests whose path begins with this, for example `/gql/batch`. */
  path?: string
  /** Number of requests it hits, 1 by default; null for no limit. */
  times?: number | null
  /** Number of matching requests that pass before the first hit; 0 by default. */
  skip?: number
  /** Variant of the fault, see README; each kind has a default. */
  variant?: string
  /** `rate_limited`: seconds in Retry-After, 1 by default; null for no such header. */
  retryAfterSeconds?: number | null
  /** `slow`: milliseconds until the answer, or over which it drips; 2,000 by default. */
  delayMs?: number
  /** `oversized`: size of the body in bytes; 5 MB by default. */
  bytes?: number
  /** `redirect_elsewhere`: target; the cloud metadata address by default. */
  location?: string
}

export interface ActiveFault extends Fault {
  id: number
  /** Requests it has hit. */
  hits: number
  /** Requests it let through because of `skip`. */
  passed: number
}

/** The active faults, oldest first. */
export interface FaultBook {
  add(fault: Fault): ActiveFault
  list(): readonly ActiveFault[]
  clear(): void
  /** Returns the first fault that hits a request, and counts the hit; null if no fault hits. */
  take(route: Route, request: UpstreamRequest): ActiveFault | null
}

function isPlatformFault(kind: FaultKind): kind is PlatformFault {
  return PLATFORM_FAULTS.some((known) => known === kind)
}

function fits(fault: ActiveFault, route: Route, request: UpstreamRequest): boolean {
  if (fault.platform && fault.platform !== route.platform) return false
  if (fault.host && fault.host !== request.host) return false
  if (fault.path && !request.path.startsWith(fault.path)) return false
  if (fault.listing && !isAbout(route, fault.listing)) return false
  return !isPlatformFault(fault.kind) || route.failures[fault.kind] !== undefined
}

function isAbout({ listing, platform }: Route, name: string): boolean {
  return listing !== null && platform !== 'identity' && isNamed(listing, platform, name)
}

export function createFaultBook(): FaultBook {
  let faults: ActiveFault[] = []
  let nextId = 1
  return {
    add(fault) {
      const active = { ...fault, id: nextId, hits: 0, passed: 0 }
      nextId += 1
      faults.push(active)
      return active
    },
    list: () => faults,
    clear() {
      faults = []
    },
    take(route, request) {
      for (const fault of faults) {
        if (!fits(fault, route, request)) continue
        const times = fault.times === undefined ? 1 : fault.times
        if (times !== null && fault.hits >= times) continue
        if (fault.passed < (fault.skip ?? 0)) {
          fault.passed += 1
          continue
        }
        fault.hits += 1
        return fault
      }
      return null
    },
  }
}
