import {
  type AnchorHTMLAttributes,
  createContext,
  type FormHTMLAttributes,
  type ReactNode,
  useContext,
} from 'react'

// The rest stays available, but fails without a router if a screen starts to need it.
export * from '../../../node_modules/@remix-run/react/dist/esm/index.js'

/**
 * The parts of @remix-run/react that the screens use, as plain elements and values: the same HTML without a
 * router. A bundle with this in Remix's place shows the cost of React alone.
 */

export interface Screen {
  pathname: string
  /** Loader data by route id. */
  data: Record<string, unknown>
  /** Id of the innermost route. */
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
