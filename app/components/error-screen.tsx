import { useLocation, useNavigate, useRouteError } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useHydrated } from '#app/lib/browser-state.ts'
import { describeRouteError, ERROR_SUGGESTIONS } from '#app/lib/route-error.ts'
import { ERROR_TEXTS, type ErrorType } from '#worker/rules/error-texts.ts'
import { SupportLink, TextLink, useSupportEmail } from './text-link.tsx'
import { Button, LinkButton } from './ui/button.tsx'

export function ErrorScreen() {
  const { type, title, message, requestId } = describeRouteError(useRouteError())
  const supportEmail = useSupportEmail()
  return (
    <div className="w-full max-w-lg">
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
        Still stuck? Visit the <TextLink href="/help">Help Center</TextLink>
        {supportEmail && (
          <>
            {' '}
            or write to <SupportLink email={supportEmail} />
          </>
        )}
        .{requestId && ` Request ID: ${requestId}.`}
      </p>
    </div>
  )
}

/** `ErrorScreen` without the navigation. */
export function ErrorPage() {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <ErrorScreen />
    </main>
  )
}

/** Delay before a retry. Most rate limits are per minute, so 30 seconds remain on average. */
const WAIT_SECONDS = 30

/** The action for this type of error first, then general ones. Most are links, which work without script. */
export function ErrorActions({ type }: { type: ErrorType }) {
  const { pathname, search } = useLocation()
  const isHydrated = useHydrated()
  const address = pathname + search
  const { action } = ERROR_TEXTS[type]
  return (
    <div className="mt-8 flex flex-wrap gap-2">
      <MainAction type={type} label={action} address={address} />
      <LinkButton reloadDocument to={address} variant="outline">
        Try Again
      </LinkButton>
      {isHydrated && action !== 'Go Back' && (
        <Button variant="outline" onClick={() => window.history.back()}>
          Go Back
        </Button>
      )}
      <LinkButton reloadDocument to={homeOf(pathname)} variant="outline">
        Go Home
      </LinkButton>
    </div>
  )
}

interface ActionProps {
  label: string
  /** Address of the failed screen. */
  address: string
}

function MainAction({ type, label, address }: ActionProps & { type: ErrorType }) {
  switch (type) {
    case 'AUTHENTICATION':
      return (
        <LinkButton reloadDocument to={`/login?${new URLSearchParams({ redirectTo: address })}`}>
          {label}
        </LinkButton>
      )
    case 'AUTHORIZATION':
      return (
        <LinkButton reloadDocument to="/help#permissions">
          {label}
        </LinkButton>
      )
    case 'VALIDATION':
    case 'NOT_FOUND':
      return <BackAction label={label} address={address} />
    case 'RATE_LIMIT':
      return <WaitAction label={label} address={address} />
    case 'NETWORK':
    case 'SERVER':
    case 'TIMEOUT':
    case 'UNKNOWN':
      // Reloads the screen's data without reloading the page.
      return (
        <LinkButton to={address} replace>
          {label}
        </LinkButton>
      )
    default:
      return type satisfies never
  }
}

/**
 * Goes back to the previous page, where the input is still filled in. Without script, it links to the home screen
 * instead.
 */
function BackAction({ label, address }: ActionProps) {
  return (
    <LinkButton
      reloadDocument
      to={homeOf(address)}
      onClick={(event) => {
        if (window.history.length <= 1) return
        event.preventDefault()
        window.history.back()
      }}
    >
      {label}
    </LinkButton>
  )
}

function WaitAction({ label, address }: ActionProps) {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    if (seconds === null) return
    if (seconds === 0) {
      setSeconds(null)
      navigate(address, { replace: true })
      return
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1_000)
    return () => clearTimeout(timer)
  }, [seconds, address, navigate])
  return (
    <Button pending={seconds !== null} onClick={() => setSeconds(WAIT_SECONDS)}>
      {seconds === null ? label : `Retrying in ${seconds} s`}
    </Button>
  )
}

function homeOf(address: string): string {
  return address.startsWith('/app') ? '/app' : '/'
}
