import { useLocation, useRouteError } from '@remix-run/react'
import { ERROR_SUGGESTIONS } from '#app/lib/error-suggestions.ts'
import { describeRouteError } from '#app/lib/route-error.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { SupportLink, useSupportEmail } from './support-link.tsx'
import { Button } from './ui/button.tsx'

/**
 * What a route shows instead of itself after an error. Its ways out are plain links, which also work where the
 * page's script is what failed.
 */
export function ErrorScreen() {
  const { type, title, message, requestId } = describeRouteError(useRouteError())
  const { pathname, search } = useLocation()
  const isHydrated = useHydrated()
  const supportEmail = useSupportEmail()
  return (
    <div className="mx-auto w-full max-w-lg px-5 py-12">
      <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        {title}
      </h1>
      <p className="mt-2 text-muted-foreground">{message}</p>
      <ul className="mt-6 list-disc space-y-1 pl-5 text-sm">
        {ERROR_SUGGESTIONS[type].map((suggestion) => (
          <li key={suggestion}>{suggestion}</li>
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-2">
        {type === 'AUTHENTICATION' ? (
          <Button asChild>
            <a href="/login">Sign In</a>
          </Button>
        ) : (
          <Button asChild>
            <a href={pathname + search}>Try Again</a>
          </Button>
        )}
        {isHydrated && (
          <Button variant="outline" onClick={() => window.history.back()}>
            Go Back
          </Button>
        )}
        <Button asChild variant="outline">
          <a href={pathname.startsWith('/app') ? '/app' : '/'}>Go Home</a>
        </Button>
      </div>
      <p className="mt-8 text-sm text-muted-foreground">
        Still stuck? Look into the{' '}
        <a href="/support" className="text-primary underline underline-offset-4">
          Help Center
        </a>
        {supportEmail && (
          <>
            {' '}
            or write to <SupportLink email={supportEmail} />
          </>
        )}
        .{requestId && ` The request was ${requestId}.`}
      </p>
    </div>
  )
}
