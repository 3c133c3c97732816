import { useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { planKey, shownPlan, upgradedPlan } from '#worker/rules/plan-state.ts'
import { fireAppEvent } from './events.ts'

/**
 * The plan for labels and locks on screen. A return from the checkout, or a change in another tab, shows the new plan at
 * once, for as long as it takes to ask the server; then its answer (`fetched`) counts.
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
