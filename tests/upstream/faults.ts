import { isNamed } from './listings.ts'
import { PLATFORM_FAULTS, type PlatformFault, type Route, type UpstreamRequest } from './wire.ts'

/** Faults every request can have. */
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

/** What goes wrong, where, and how often. */
export interface Fault {
  kind: FaultKind
  platform?: Route['platform']
  host?: string
  /** Feature id, Place ID, encid, alias or key of one listing. */
  listing?: string
  /** Only requests whose path begins with this, for example `/gql/batch`. */
  path?: string
  /** How many requests it hits; null = until it is cleared. 1 unless stated. */
  times?: number | null
  /** How many requests that fit are let through before. 0 unless stated. */
  skip?: number
  /** A form of the fault, see README; each kind has a usual one. */
  variant?: string
  /** `rate_limited`: seconds in Retry-After, 1 unless stated; null = no such header. */
  retryAfterSeconds?: number | null
  /** `slow`: how late the answer is, or how long it drips; 2,000 unless stated. */
  delayMs?: number
  /** `oversized`: size of the body in bytes; 5 MB unless stated. */
  bytes?: number
  /** `redirect_elsewhere`: where to; the cloud metadata address unless stated. */
  location?: string
}

/** A fault that was switched on. */
export interface ActiveFault extends Fault {
  id: number
  /** Requests it has hit. */
  hits: number
  /** Requests it let through because of `skip`. */
  passed: number
}

/** The faults that are switched on, oldest first. */
export interface FaultBook {
  add(fault: Fault): ActiveFault
  list(): readonly ActiveFault[]
  clear(): void
  /** The first fault that hits a request, counted as a hit; null when it goes well. */
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
