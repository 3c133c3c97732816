import { type LinkProps, Link as RouterLink } from '@remix-run/react'
import { forwardRef } from 'react'

/**
 * The router's link. On the server an address is its own anchor, without the hooks that compare it with every route on the page
 * to find the same text.
 */
export const Link = import.meta.env.SSR ? forwardRef<HTMLAnchorElement, LinkProps>(Anchor) : RouterLink

function Anchor(props: LinkProps, ref: React.Ref<HTMLAnchorElement>) {
  const { to, replace, state, preventScrollReset, viewTransition, relative, prefetch, ...rest } = props
  const { reloadDocument, discover, ...attributes } = rest
  const isDiscovered = discover !== 'none' && !reloadDocument
  if (typeof to !== 'string' || !to.startsWith('/')) return <RouterLink ref={ref} {...props} />
  return <a {...attributes} href={to} ref={ref} data-discover={isDiscovered ? 'true' : undefined} />
}
