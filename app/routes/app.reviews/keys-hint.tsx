import { useEffect, useState } from 'react'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { keysAreOn, onReviewKey, switchKeys } from './review-keys.ts'

/** Listens to the keys and says which there are. Single letters can be switched off: they disturb speech input. */
export function KeysHint() {
  const [, setChanged] = useState(0)
  const isHydrated = useHydrated()
  useEffect(() => {
    document.addEventListener('keydown', onReviewKey)
    return () => document.removeEventListener('keydown', onReviewKey)
  }, [])
  const on = !isHydrated || keysAreOn()
  return (
    <p className="mt-6 text-center text-xs text-muted-foreground max-md:hidden">
      {on ? 'Keys: J next, K previous, R reply, / search.' : 'Keys are off.'}{' '}
      <button
        type="button"
        className="underline underline-offset-2"
        onClick={() => {
          switchKeys(!on)
          setChanged((count) => count + 1)
        }}
      >
        {on ? 'Switch off' : 'Switch on'}
      </button>
    </p>
  )
}
