import { useEffect, useRef } from 'react'
import { SESSION_IDLE_MS } from '#worker/rules/sessions.ts'

const INPUT_EVENTS = ['pointerdown', 'keydown', 'scroll'] as const

/** Polls only while the screen is visible and in use, because polling extends the session. */
export function useRegularly(ask: () => void, intervalMs: number): void {
  const latest = useRef(ask)
  latest.current = ask
  useEffect(() => {
    let lastInputAt = Date.now()
    function recordInput() {
      lastInputAt = Date.now()
    }
    for (const name of INPUT_EVENTS) window.addEventListener(name, recordInput, { passive: true })
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - lastInputAt < SESSION_IDLE_MS) latest.current()
    }, intervalMs)
    return () => {
      clearInterval(timer)
      for (const name of INPUT_EVENTS) window.removeEventListener(name, recordInput)
    }
  }, [intervalMs])
}
