import type { ReactNode } from 'react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { BRAND_NAME } from '#app/lib/page-meta.ts'
import { KEEP_FIELD, KEEP_VALUE } from '#worker/rules/oauth.ts'

export interface AuthPageProps {
  title: string
  intro: ReactNode
  footer: ReactNode
  children: ReactNode
}

export function AuthPage({ title, intro, footer, children }: AuthPageProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col justify-center px-5 py-10">
      <a href="/" className="grid size-11 place-items-center rounded-lg" aria-label={`${BRAND_NAME}: home`}>
        <BrandMark className="size-9" />
      </a>
      <h1 className="mt-6 text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1.5 mb-8 text-balance text-muted-foreground">{intro}</p>
      {children}
      <p className="mt-6 text-sm text-muted-foreground">{footer}</p>
    </main>
  )
}

export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <span
        aria-hidden
        className="inline-block size-8 animate-spin rounded-full border-2 border-current border-r-transparent text-primary"
      />
      <span className="sr-only">{label}</span>
    </div>
  )
}

export function EmailAddress({ email }: { email: string }) {
  return <strong className="font-medium wrap-anywhere text-foreground">{email}</strong>
}

/**
 * Off by default, because a device may be shared.
 *
 * @param form id of the sign-in form if the checkbox is rendered outside it
 */
export function KeepSignedIn({ form }: { form?: string }) {
  return (
    <label className="-my-2 flex min-h-11 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        name={KEEP_FIELD}
        value={KEEP_VALUE}
        form={form}
        className="size-4.5 accent-primary"
      />
      Keep me signed in on this device
    </label>
  )
}

export function Consent() {
  return (
    <>
      By signing up, you agree to the{' '}
      <a href="/terms" className="underline underline-offset-4">
        terms
      </a>{' '}
      and the{' '}
      <a href="/privacy" className="underline underline-offset-4">
        privacy policy
      </a>
      .
    </>
  )
}

const AUTH_NOTICES = {
  'check-mail':
    'Check your e-mail: we’ve sent you the next step. If you already have an account with this address, sign in here.',
  'session-ended':
    'Your session has ended. Sign in to go on where you were. Replies you had begun are kept in this browser.',
  'password-set': 'Your new password is set. Sign in with it.',
  deleted: 'Your account was deleted. To keep it after all, use the link we e-mailed you or sign in here.',
  kept: 'Your account is kept. Sign in as before.',
  claimed: 'The account is yours. Sign in with your new password.',
} as const
type AuthNotice = keyof typeof AUTH_NOTICES

export function authNotice(name: string | null): string | null {
  return Object.entries(AUTH_NOTICES).find(([known]) => known === name)?.[1] ?? null
}

/** @param otherForm query that contains the URL to return to */
export function loginWithNotice(notice: AuthNotice, otherForm = ''): string {
  const query = new URLSearchParams(otherForm)
  query.set('notice', notice)
  return `/login?${query}`
}
