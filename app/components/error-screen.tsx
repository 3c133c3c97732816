import { useRouteError } from '@remix-run/react'
import { ERROR_SUGGESTIONS } from '#app/lib/error-suggestions.ts'
import { describeRouteError } from '#app/lib/route-error.ts'
import { ErrorActions } from './error-actions.tsx'
import { SupportLink, TextLink, useSupportEmail } from './text-link.tsx'

/** What a route shows instead of itself after an error. */
export function ErrorScreen() {
  const { type, title, message, requestId } = describeRouteError(useRouteError())
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
      <ErrorActions type={type} />
      <p className="mt-8 text-sm text-muted-foreground">
        Still stuck? Look into the <TextLink href="/help">Help Center</TextLink>
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
