import { Link, useLocation } from '@remix-run/react'
import { MailIcon } from 'lucide-react'

/** Reminds of the link in the mail, until it was opened. Nothing on Profile, which says it itself. */
export function VerifyBanner({ email }: { email: string }) {
  const { pathname } = useLocation()
  if (pathname === '/app/profile') return null
  return (
    <p className="flex items-start gap-2 border-b bg-neutral-soft px-4 py-2.5 text-sm text-neutral md:px-8">
      <MailIcon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0">
        Please confirm your e-mail address: we sent a link to <span className="break-all">{email}</span>.{' '}
        <Link to="/app/profile" className="font-medium whitespace-nowrap underline underline-offset-4">
          Nothing there?
        </Link>
      </span>
    </p>
  )
}
