import { useRouteLoaderData } from '@remix-run/react'
import type { loader } from '#app/routes/app.tsx'

/** Who is signed in, on every screen below /app. */
export function useViewer() {
  const viewer = useRouteLoaderData<typeof loader>('routes/app')
  if (!viewer) throw new Error('useViewer is for screens below /app')
  return viewer
}
