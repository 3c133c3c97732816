import { useRouteLoaderData } from '@remix-run/react'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'
import { type Action, can } from '#worker/rules/permissions.ts'

/** The signed-in person, with the data for the frame around every screen. Read by the layout of /app. */
export interface Viewer extends Pick<SessionView, 'user' | 'plan' | 'expiresAt'> {
  organizationId: string
  /** This browser's preference: 'collapsed', or null. */
  sidebar: string | null
}

/** Undefined if the layout's data couldn't be read. */
export function useFindViewer(): Viewer | undefined {
  return useRouteLoaderData<Viewer>('routes/app')
}

/** The signed-in person, on any screen below /app. */
export function useViewer(): Viewer {
  const viewer = useFindViewer()
  if (!viewer) throw new Error('useViewer is for screens below /app')
  return viewer
}

/** True if the viewer's role allows it. The server enforces it as well. */
export function useMay(action: Action): boolean {
  return can(useViewer().user.role, action)
}
