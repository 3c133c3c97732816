import {
  type AnchorHTMLAttributes,
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
} from 'react'

// What is not replaced below is there, and fails without a router when a screen comes to need it.
export * from '../../../node_modules/@remix-run/react/dist/esm/index.js'

/**
 * What the screens take from @remix-run/react, as plain elements and values: the same HTML without a router. A bundle
 * made with this in Remix's place shows what React alone costs.
 */

export interface Screen {
  pathname: string
  /** Loader data by route id. */
  data: Record<string, unknown>
  /** The innermost route's id. */
  leaf: string
  outlet: ReactNode
}

export const ScreenContext = createContext<Screen>({ pathname: '/', data: {}, leaf: '', outlet: null })

export const useLocation = () => ({
  pathname: useContext(ScreenContext).pathname,
  search: '',
  hash: '',
  state: null,
  key: 'default',
})
export const useNavigation = () => ({ state: 'idle', location: undefined })
export const useNavigate = () => () => {}
export const useNavigationType = () => 'POP'
export const useSubmit = () => () => {}
export const useRevalidator = () => ({ state: 'idle', revalidate() {} })
export const useRouteLoaderData = (id: string) => useContext(ScreenContext).data[id]
export function useLoaderData() {
  const { data, leaf } = useContext(ScreenContext)
  return data[leaf]
}
export const useSearchParams = () => [new URLSearchParams(), () => {}]
export const Outlet = () => useContext(ScreenContext).outlet

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string; state?: unknown }

export function Link({ to, state: _, ...rest }: LinkProps) {
  return <a {...rest} data-discover="true" href={to} />
}

type NavLinkProps = Omit<LinkProps, 'className'> & {
  end?: boolean
  className: (state: { isActive: boolean }) => string
}

export function NavLink({ to, end, className, ...rest }: NavLinkProps) {
  const { pathname } = useContext(ScreenContext)
  const isActive = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <a
      {...rest}
      data-discover="true"
      aria-current={isActive ? 'page' : undefined}
      className={className({ isActive })}
      href={to}
    />
  )
}

export function Form(props: FormHTMLAttributes<HTMLFormElement>) {
  return <form method="get" {...props} data-discover="true" />
}
