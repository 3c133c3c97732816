import { Link, useLocation, useNavigation } from '@remix-run/react'
import { MailIcon, WifiOffIcon } from 'lucide-react'
import { useOnline } from '#app/lib/browser-state.ts'
import { OFFLINE_TEXT } from '#worker/rules/error-texts.ts'

export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-neutral-soft px-4 py-2 text-sm text-neutral md:px-8">
          <WifiOffIcon className="size-4 shrink-0" aria-hidden />
          {OFFLINE_TEXT}
        </p>
      )}
    </div>
  )
}

/** A thin line at the top while the next screen loads, once that takes noticeably long. */
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

/** Reminds people of the link in the mail until they open it. Profile says so itself. */
export function VerifyBanner({ email }: { email: string }) {
  const { pathname } = useLocation()
  if (pathname === '/app/profile') return null
  return (
    <p className="flex items-start gap-2 border-b bg-neutral-soft px-4 py-2.5 text-sm text-neutral md:px-8">
      <MailIcon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0">
        Please confirm your e-mail address: we sent a link to <span className="break-all">{email}</span>.{' '}
        <Link to="/app/profile" className="font-medium whitespace-nowrap underline underline-offset-4">
          No mail from us?
        </Link>
      </span>
    </p>
  )
}
