import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { SESSION_IDLE_MS } from '#worker/rules/sessions.ts'

/** As the specification has it. */
const REFRESH_MS = 300_000

const INPUT_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const

/**
 * Reads the screen's data again every five minutes, while it is looked at. Where nobody has touched anything for as long
 * as a session may idle it stops: the refresh would keep alive what should end.
 */
export function useRegularRefresh(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let lastInputAt = Date.now()
    function noteInput() {
      lastInputAt = Date.now()
    }
    for (const name of INPUT_EVENTS) window.addEventListener(name, noteInput, { passive: true })
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - lastInputAt < SESSION_IDLE_MS) revalidate()
    }, REFRESH_MS)
    return () => {
      clearInterval(timer)
      for (const name of INPUT_EVENTS) window.removeEventListener(name, noteInput)
    }
  }, [revalidate])
}
