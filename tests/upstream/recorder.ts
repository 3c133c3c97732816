import type { FaultKind } from './faults.ts'

/** Maximum stored requests; beyond it, the oldest are dropped. */
const MAX_REQUESTS = 20_000

/** A recorded request, for tests of hosts, rate and headers. */
export interface RecordedRequest {
  /** Counts from 1 since the last reset. */
  number: number
  /** Time of arrival, in milliseconds UTC. */
  at: number
  method: string
  host: string
  path: string
  query: string
  userAgent: string | null
  /** Header `x-forwarded-host`, unchanged. */
  forwardedHost: string | null
  /** Names of all headers, lower case. */
  headerNames: string[]
  /** Key of the requested listing. */
  listing: string | null
  /** The fault that hit it. */
  fault: FaultKind | null
  /** Status of the answer, recorded even if the connection broke before it arrived. */
  status: number
  /** True if no simulated host serves the address. */
  unknown: boolean
}

export interface Recorder {
  add(request: Omit<RecordedRequest, 'number' | 'at'>): void
  list(): readonly RecordedRequest[]
  /** Every host requested since the start, including in dropped requests. */
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
