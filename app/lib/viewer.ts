import { useRouteLoaderData } from '@remix-run/react'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'
import { type Action, can } from '#worker/rules/permissions.ts'

/** Who is signed in, and what the frame around every screen shows of it. Read by the layout of /app. */
export interface Viewer extends Pick<SessionView, 'user' | 'plan' | 'expiresAt'> {
  organizationId: string
  /** The preference of this browser: 'collapsed', or null. */
  sidebar: string | null
}

/** Undefined where the layout could not be read. */
export function useFindViewer(): Viewer | undefined {
  return useRouteLoaderData<Viewer>('routes/app')
}

/** Who is signed in, on every screen below /app. */
export function useViewer(): Viewer {
  const viewer = useFindViewer()
  if (!viewer) throw new Error('useViewer is for screens below /app')
  return viewer
}

/** Whether the role of who is signed in allows it. What the screen then leaves out the server refuses, too. */
export function useMay(action: Action): boolean {
  return can(useViewer().user.role, action)
}
