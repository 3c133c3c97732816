import type { FaultKind } from './faults.ts'

/** The oldest requests are forgotten above this number. */
const MAX_REQUESTS = 20_000

/** A request that arrived, for tests about hosts, pace and politeness. */
export interface RecordedRequest {
  /** Counts from 1 since the last reset. */
  number: number
  /** When it arrived, in milliseconds UTC. */
  at: number
  method: string
  host: string
  path: string
  query: string
  userAgent: string | null
  /** Header `x-forwarded-host` as it came. */
  forwardedHost: string | null
  /** Names of all headers, lower case. */
  headerNames: string[]
  /** Key of the listing that was asked for. */
  listing: string | null
  /** The fault that hit it. */
  fault: FaultKind | null
  /** Status of the answer; it is written down even when the connection broke before it arrived. */
  status: number
  /** True when no simulated host serves the address. */
  unknown: boolean
}

export interface Recorder {
  add(request: Omit<RecordedRequest, 'number' | 'at'>): void
  list(): readonly RecordedRequest[]
  /** Every host that was asked since the start, whatever was forgotten since. */
  hosts(): ReadonlySet<string>
  clear(): void
}

export function createRecorder(): Recorder {
  let requests: RecordedRequest[] = []
  let count = 0
  const hosts = new Set<string>()
  return {
    add(request) {
      count += 1
      hosts.add(request.host)
      requests.push({ number: count, at: Date.now(), ...request })
      if (requests.length > MAX_REQUESTS) requests = requests.slice(-MAX_REQUESTS / 2)
    },
    list: () => requests,
    hosts: () => hosts,
    clear() {
      requests = []
      count = 0
    },
  }
}
