import { Link, useLocation, useNavigation, useRevalidator } from '@remix-run/react'
import { Mail, WifiOff } from 'lucide'
import { useEffect } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { useConnection } from '#app/lib/connection.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useShownScreen } from '#app/patches/patient-requests.ts'
import { OFFLINE_TEXT } from '#worker/rules/error-texts.ts'

const SERVER_AWAY = 'We can’t reach the server right now.'

export function ConnectionBanner() {
  const { isUp, readAt } = useConnection()
  const isOpening = useNavigation().state === 'loading'
  const format = useFormat()
  const { revalidate } = useRevalidator()
  useShownScreen()
  // Fresh data replaces a cached copy.
  useEffect(() => {
    if (isUp && readAt !== null) revalidate()
  }, [isUp, readAt, revalidate])
  return (
    <div role="status">
      {(!isUp || readAt !== null) && (
        <p className="flex items-start gap-2 bg-neutral-soft px-4 py-2 text-sm text-neutral md:px-8">
          <Icon of={WifiOff} className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {!isUp && (navigator.onLine ? SERVER_AWAY : OFFLINE_TEXT)}{' '}
            {isOpening
              ? 'The page you asked for will open automatically.'
              : readAt !== null && `Showing what we had at ${format.time(new Date(readAt).toISOString())}.`}
          </span>
        </p>
      )}
    </div>
  )
}

/** A thin line at the top while the next screen loads, if that takes noticeably long. */
export function PendingBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="pending-bar fixed inset-x-0 top-0 z-60 h-0.5 bg-primary"
    />
  )
}

/** Hidden on Profile, which has its own reminder. */
export function VerifyBanner({ email }: { email: string }) {
  const { pathname } = useLocation()
  if (pathname === '/app/profile') return null
  return (
    <p className="flex items-start gap-2 border-b bg-neutral-soft px-4 py-2.5 text-sm text-neutral md:px-8">
      <Icon of={Mail} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        Please confirm your e-mail address: we sent a link to <span className="break-all">{email}</span>.{' '}
        <Link to="/app/profile" className="font-medium whitespace-nowrap underline underline-offset-4">
          Didn’t get it?
        </Link>
      </span>
    </p>
  )
}
