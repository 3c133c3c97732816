import { data } from '@remix-run/cloudflare'
import { NotFound } from '#app/components/not-found.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Page not found')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFoundPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-5 py-12">
      <NotFound
        links={[
          { href: '/app', label: 'Dashboard' },
          { href: '/', label: 'Go Home' },
          { href: '/help', label: 'Help Center' },
        ]}
      />
    </main>
  )
}
