import type { ConnectionProvider } from '#worker/rules/connections.ts'

/** What connecting brings, and what it is called. */
export const PROVIDER_TEXTS: Record<
  ConnectionProvider,
  { title: string; brings: string; places: string; noPlaces: string }
> = {
  google: {
    title: 'Google Business Profile',
    brings:
      'All your Google reviews, however old, and the replies you write here are posted there. Google asks for your consent first.',
    places: 'locations',
    noPlaces:
      'This Google account manages no location. Have its owner add it as a manager in the Business Profile, or connect an account that manages it.',
  },
  facebook: {
    title: 'Facebook page',
    brings:
      'The recommendations of your page. Facebook lets no service reply to them; we take you there instead.',
    places: 'pages',
    noPlaces:
      'This Facebook account manages no page. Have an admin of the page add it, or connect an account that manages it.',
  },
}
