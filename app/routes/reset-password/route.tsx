import type { MetaFunction } from '@remix-run/cloudflare'
import { useSearchParams } from '@remix-run/react'
import { pageTitle } from '#app/lib/page-title.ts'
import { NewPassword } from './new-password.tsx'
import { RequestLink } from './request-link.tsx'

export const meta: MetaFunction = () => pageTitle('Set a new password')

/** Without a token it sends a link, with the token of such a link it takes the new password. */
export default function ResetPassword() {
  const token = useSearchParams()[0].get('token')
  return token === null ? <RequestLink /> : <NewPassword token={token} />
}
