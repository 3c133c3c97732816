import { useEffect, useState } from 'react'
import { useHydrated } from '#app/lib/browser-state.ts'

/** Storage key of the switch; absent means on. */
const SWITCH_KEY = 'review-keys'

function keysAreOn(): boolean {
  return window.localStorage.getItem(SWITCH_KEY) !== 'off'
}

function switchKeys(on: boolean): void {
  if (on) window.localStorage.removeItem(SWITCH_KEY)
  else window.localStorage.setItem(SWITCH_KEY, 'off')
}

/** `j` `k` move through the reviews, `r` answers the one in focus, `/` goes to the search. Ignored while typing. */
function onReviewKey(event: KeyboardEvent): void {
  const { target, key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return
  if (target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]'))
    return
  const cards = [...document.querySelectorAll<HTMLElement>('article.review')]
  const current = cards.findIndex((card) => card.contains(document.activeElement))
  switch (key) {
    case 'j':
      goTo(cards[current + 1])
      break
    case 'k':
      goTo(cards[Math.max(current - 1, 0)])
      break
    case 'r':
      cards[current]?.querySelector<HTMLElement>('[data-reply]')?.click()
      break
    case '/':
      document.querySelector<HTMLElement>('[data-search]')?.focus()
      break
    default:
      return
  }
  // Else the letter would be typed into the field that just got the focus.
  event.preventDefault()
}

function goTo(card: HTMLElement | undefined): void {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'nearest' })
}

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
