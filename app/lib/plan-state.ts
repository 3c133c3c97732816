import { useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { planKey, shownPlan, upgradedPlan } from '#worker/rules/plan-state.ts'

/** Fired in this window when a plan was bought; the loaders on screen are read again. */
const PLAN_UPGRADED = 'plan-upgraded'

/** Keeps a plan that was just bought and has every screen of this window ask the server for it. */
function announceUpgrade(userId: string, plan: string): void {
  window.localStorage.setItem(planKey(userId), plan)
  window.dispatchEvent(new Event(PLAN_UPGRADED))
}

/**
 * The plan for labels and locks on screen. A return from the checkout, or a change in another tab, shows the new plan at
 * once, for as long as it takes to ask the server; then its answer (`fetched`) counts.
 */
export function useShownPlan(fetched: string, userId: string): string {
  const { state, revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const bought = upgradedPlan(search)
  const [isAsking, setIsAsking] = useState(bought !== null)
  const [stored, setStored] = useState<string | null>(bought)
  const wasLoading = useRef(false)

  useEffect(() => {
    function ask(plan: string | null) {
      setStored(plan)
      setIsAsking(true)
      revalidate()
    }
    const onUpgrade = () => ask(window.localStorage.getItem(planKey(userId)))
    const onStorage = (event: StorageEvent) => event.key === planKey(userId) && ask(event.newValue)
    window.addEventListener(PLAN_UPGRADED, onUpgrade)
    window.addEventListener('storage', onStorage)
    return () => {
      window.removeEventListener(PLAN_UPGRADED, onUpgrade)
      window.removeEventListener('storage', onStorage)
    }
  }, [revalidate, userId])

  useEffect(() => {
    if (bought) announceUpgrade(userId, bought)
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
