import { useState } from 'react'
import { errorText } from './api.ts'
import { type Page, withFirstPage, withOlderPage } from './pages.ts'

/** A list whose first page comes from the screen's loader; older pages are read on demand and appended. */
export function useOlder<T extends { id: string }>(
  firstPage: Page<T>,
  readOlder: (cursor: string) => Promise<Page<T>>,
) {
  const [known, setKnown] = useState<Page<T> | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { items, nextCursor } = withFirstPage(known, firstPage)

  async function showOlder() {
    if (nextCursor === null) return
    setIsLoading(true)
    setFailure(null)
    try {
      setKnown(withOlderPage({ items, nextCursor }, await readOlder(nextCursor)))
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setIsLoading(false)
    }
  }

  return { items, hasOlder: nextCursor !== null, isLoading, failure, showOlder }
}
