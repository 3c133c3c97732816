import { useRouteLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import type { loader } from '#app/root.tsx'

type RootData = ReturnType<typeof useRouteLoaderData<typeof loader>>

/** Set in a browser only: on the server no effect runs. */
let known: RootData

/** What the document's loader read; where it failed to read again, what it read before. Undefined where it never could. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<typeof loader>('root')
  useEffect(() => {
    if (data) known = data
  }, [data])
  return data ?? known
}
