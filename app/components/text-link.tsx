import type { AnchorHTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'
import { useRootData } from '#app/lib/root-data.ts'

/** A link inside a sentence. */
export function TextLink({ className, children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={cn('text-primary underline underline-offset-4', className)} {...props}>
      {children}
    </a>
  )
}

/** Support address; null if the operator has none or if nothing could be loaded. */
export function useSupportEmail(): string | null {
  return useRootData()?.supportEmail ?? null
}

/** The support address as a link. */
export function SupportLink({ email }: { email: string }) {
  return (
    <TextLink href={`mailto:${email}`} className="wrap-anywhere">
      {email}
    </TextLink>
  )
}

/** An external link in a new tab; `nofollow ugc` tells search engines that we don't vouch for it. */
export function OutsideLink({ children, ...props }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a target="_blank" rel="noopener noreferrer nofollow ugc" {...props}>
      {children}
    </a>
  )
}
