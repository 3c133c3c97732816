import type { MetaFunction } from '@remix-run/cloudflare'
import { LandingPage } from '#app/components/landing/landing-page.tsx'
import { BRAND_NAME, BRAND_PROMISE } from '#app/lib/brand.ts'
import type { RouteHandle } from '#app/lib/public-pages.ts'

export const handle: RouteHandle = { scripts: false }

export const meta: MetaFunction = () => [
  { title: `${BRAND_NAME} · ${BRAND_PROMISE}` },
  {
    name: 'description',
    content:
      'Reviews from Google and Yelp in one list: what is new, what needs an answer, and whether it gets better.',
  },
]

export default function Landing() {
  return <LandingPage />
}
