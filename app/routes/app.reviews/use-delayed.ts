import { useEffect, useState } from 'react'

/** True once `isActive` has held for so long: what is over at once needs no announcement. */
export function useDelayed(isActive: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isActive, delayMs])
  return isActive && isDue
}
