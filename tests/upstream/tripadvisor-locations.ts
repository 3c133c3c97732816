import type { TripadvisorPresence } from './listing.ts'

/** The locations of the invented businesses, by the key of the listing. */
export const TRIPADVISOR_LOCATIONS = {
  small: {
    locationId: '28374650',
    geoId: '9930114',
    kind: 'Attraction',
    plan: { count: 3, replyShare: 0.4 },
  },
  mixed: {
    locationId: '27364518',
    geoId: '9930114',
    kind: 'Restaurant',
    plan: { count: 80, replyShare: 0.5 },
  },
  languages: {
    locationId: '26153748',
    geoId: '9930127',
    kind: 'Restaurant',
    plan: { count: 40, replyShare: 0.2, foreignShare: 0.5 },
  },
  empty: { locationId: '25049382', geoId: '9930114', kind: 'Attraction', plan: { count: 0 } },
  gone: { locationId: '24938271', geoId: '9930140', kind: 'Attraction', plan: { count: 0 } },
} as const satisfies Record<string, TripadvisorPresence>
