import { useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { planKey, shownPlan, upgradedPlan } from '#worker/rules/plan-state.ts'
import { fireAppEvent } from './events.ts'

/**
 * The plan to display. After a checkout, or a change in another tab, it's the new plan at once while the server is
 * asked; then the server's response (`fetched`) counts.
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
