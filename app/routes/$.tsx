import { data } from '@remix-run/cloudflare'
import { Button } from '#app/components/ui/button.tsx'
import { pageTitle, type RouteHandle } from '#app/lib/page-meta.ts'
import { ERROR_SUGGESTIONS } from '#app/lib/route-error.ts'

export const handle: RouteHandle = { scripts: false }

export const meta = () => pageTitle('Page not found')

export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-5 py-12">
      <p className="text-sm font-semibold text-primary">404</p>
      <h1 className="mt-2 text-3xl font-semibold tracking-tight">Page not found</h1>
      <ul className="mt-4 list-disc space-y-1 pl-5 text-muted-foreground">
        {ERROR_SUGGESTIONS.NOT_FOUND.map((suggestion) => (
          <li key={suggestion}>{suggestion}</li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        <Button asChild>
          <a href="/app">Dashboard</a>
        </Button>
        <Button asChild variant="outline">
          <a href="/">Go Home</a>
        </Button>
        <Button asChild variant="ghost">
          <a href="/help">Help Center</a>
        </Button>
      </div>
    </main>
  )
}
