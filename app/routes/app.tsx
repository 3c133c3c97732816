import { Outlet, useLocation, useNavigationType, useRevalidator, useSearchParams } from '@remix-run/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ErrorPage, ErrorScreen } from '#app/components/error-screen.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
import { ConnectionBanner, PendingBar, VerifyBanner } from '#app/components/shell/banners.tsx'
import { Header } from '#app/components/shell/header.tsx'
import { Sidebar, TabBar } from '#app/components/shell/sidebar.tsx'
import { Toaster } from '#app/components/ui/toast.client.tsx'
import { readCookie, useHydrated } from '#app/lib/browser-state.ts'
import { fireAppEvent, useRevalidateOnAppEvents } from '#app/lib/events.ts'
import { useShownOrganization } from '#app/lib/shown-organization.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useFindViewer, useViewer, type Viewer } from '#app/lib/viewer.ts'
import { planKey, shownPlan, upgradedPlan } from '#worker/rules/plan-state.ts'

const SwitchedBanner = onDemand(() => import('#app/components/shell/switched-banner.client.tsx'))
/** Not needed for the first paint. */
const LateParts = onDemand(() => import('#app/components/shell/late-parts.client.tsx'))

export const loader = signedInLoader(
  ({ session, request }): Viewer => ({
    user: session.user,
    organizationId: session.organization.id,
    plan: session.plan,
    expiresAt: session.expiresAt,
    sidebar: readCookie(request.headers.get('cookie'), 'sidebar'),
  }),
)

export default function AppLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** Keeps the navigation around a failed screen, unless the data for the navigation is missing too. */
export function ErrorBoundary() {
  if (!useFindViewer()) return <ErrorPage />
  return (
    <Shell>
      <ErrorScreen />
    </Shell>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const { user, organizationId, plan: fetchedPlan, sidebar, expiresAt } = useViewer()
  const isSwitched = useShownOrganization(organizationId)
  // Subscribe before anything on screen fires an event.
  useRevalidateOnAppEvents()
  const plan = useShownPlan(fetchedPlan, user.id)
  const main = useRef<HTMLElement>(null)
  const isHydrated = useHydrated()
  useFocusOnNavigation(main)
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only z-60 rounded-lg bg-primary px-4 py-2 text-primary-foreground focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <PendingBar />
      <Sidebar plan={plan} startsCollapsed={sidebar === 'collapsed'} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Header user={user} plan={plan} />
        <ConnectionBanner />
        {isSwitched && <SwitchedBanner />}
        {!user.isVerified && <VerifyBanner email={user.email} />}
        <main id="main" ref={main} tabIndex={-1} className="page-width flex-1 py-6 md:py-8 low:py-5">
          {children}
        </main>
        <TabBar plan={plan} />
      </div>
      {isHydrated && (
        <>
          <Toaster />
          <LateParts userId={user.id} expiresAt={expiresAt} />
        </>
      )}
    </div>
  )
}

/**
 * Moves the focus to the new screen's heading, as a page load would: screen readers announce it, and Tab starts there.
 * A navigation that changes only part of a screen sets `keepsFocus` in the history state.
 */
function useFocusOnNavigation(main: RefObject<HTMLElement>): void {
  const { pathname, state } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const focused = useRef(pathname)
  useEffect(() => {
    if (focused.current === pathname) return
    focused.current = pathname
    // After Back from another screen there is no focus to keep.
    if (state?.keepsFocus && !(isBack && document.activeElement === document.body)) return
    const heading = main.current?.querySelector<HTMLElement>('h1')
    const target = heading ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname, state, isBack, main])
}

/**
 * The plan to display: a plan just bought here or in another tab, until the server responds; then the server's
 * (`fetched`).
 */
export function useShownPlan(fetched: string, userId: string): string {
  const { state } = useRevalidator()
  const [search] = useSearchParams()
  const bought = upgradedPlan(search)
  const [isAsking, setIsAsking] = useState(bought !== null)
  const [stored, setStored] = useState<string | null>(bought)
  const wasLoading = useRef(false)

  useEffect(() => {
    const key = planKey(userId)
    function ask(plan: string | null) {
      setStored(plan)
      setIsAsking(true)
      fireAppEvent('plan-upgraded')
    }
    const onStorage = (event: StorageEvent) => event.key === key && ask(event.newValue)
    window.addEventListener('storage', onStorage)
    if (bought) {
      window.localStorage.setItem(key, bought)
      ask(bought)
    }
    return () => window.removeEventListener('storage', onStorage)
  }, [bought, userId])

  useEffect(() => {
    if (wasLoading.current && state === 'idle') setIsAsking(false)
    wasLoading.current = state === 'loading'
  }, [state])

  useEffect(() => {
    if (!isAsking) window.localStorage.setItem(planKey(userId), fetched)
  }, [isAsking, fetched, userId])

  return shownPlan(isAsking ? undefined : fetched, stored, search)
}
