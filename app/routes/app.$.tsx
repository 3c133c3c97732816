import { data } from '@remix-run/cloudflare'
import { NotFound } from '#app/components/not-found.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

export const meta = () => pageTitle('Page not found')

export const loader = signedInLoader(() => data(null, { status: 404 }))

/** Rendered inside the shell, so that the navigation stays on screen. */
export default function NotFoundScreen() {
  return (
    <div className="max-w-lg py-8">
      <NotFound
        links={[
          { href: '/app', label: 'Dashboard' },
          { href: '/app/reviews', label: 'Reviews' },
          { href: '/app/help', label: 'Help & Support' },
        ]}
      />
    </div>
  )
}
