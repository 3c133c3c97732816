import { useEffect, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { cn } from '#app/lib/cn.ts'
import { keysAreOn } from '#app/lib/letter-keys.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import type { ReviewRow } from '../reviews/review-row.server.ts'
import { BulkBar } from './bulk-bar.tsx'
import { markAnswered, settleBacklog, startOfToday } from './mark-answered.ts'

export interface InboxToolsProps extends InboxKeysProps {
  chosen: ReviewRow[]
  /** People that reviews can be assigned to; empty if there is only one person. */
  people: readonly Assignee[]
  businessNames: ReadonlyMap<string, string>
  /** Posting times of the listed reviews in the view 'Needs an answer'; empty in other views. */
  waitingSince: string[]
  /** Business of the list; undefined if the list shows all businesses. */
  businessId: string | undefined
  onDone: () => void
}

/** Parts of the list that aren't needed to show reviews; loaded after the list. */
export default function InboxTools({
  chosen,
  people,
  businessNames,
  waitingSince,
  businessId,
  onDone,
  ...keys
}: InboxToolsProps) {
  const format = useFormat()
  const mayAnswer = useMay('reviews.answer')
  const today = startOfToday().getTime()
  const hasBacklog = mayAnswer && waitingSince.some((posted) => Date.parse(posted) < today)
  return (
    <>
      {hasBacklog && (
        <p className={cn('mt-6 text-center', keys.openId !== null && 'max-lg:hidden')}>
          <Button variant="outline" size="sm" onClick={() => void settleBacklog(businessId, format)}>
            Everything before today is done
          </Button>
        </p>
      )}
      {chosen.length > 0 && (
        <BulkBar reviews={chosen} people={people} businessNames={businessNames} onDone={onDone} />
      )}
      <InboxKeys {...keys} />
    </>
  )
}

const KeysDialog = onDemand(() => import('./keys-dialog.client.tsx'))

interface InboxKeysProps {
  ids: string[]
  /** Id of the displayed review; null if there is none. */
  shownId: string | null
  /** Id of the review in the address. */
  openId: string | null
  onOpen: (id: string | null) => void
  onChoose: (id: string) => void
}

/** Ignores shortcuts while somebody is typing. */
function InboxKeys(props: InboxKeysProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !keysAreOn()) return
      const isHelp = event.key === '?'
      if (isHelp) setHelpOpen(true)
      const isOurs = isHelp || act(event, latest.current)
      // Otherwise the letter would be typed into the field that just got the focus.
      if (isOurs) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <p className="mt-6 text-center text-xs text-muted-foreground max-lg:hidden pointer-coarse:hidden">
        <button type="button" className="underline underline-offset-2" onClick={() => setHelpOpen(true)}>
          Keyboard shortcuts
        </button>
      </p>
      {isHelpOpen && <KeysDialog onClose={() => setHelpOpen(false)} onFailure={() => setHelpOpen(false)} />}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, dialog, [role="dialog"], [role="menu"], [contenteditable]',
    ) !== null
  )
}

/** @returns true if the key is one of the list's shortcuts */
function act(event: KeyboardEvent, { ids, shownId, openId, onOpen, onChoose }: InboxKeysProps): boolean {
  const { key, target } = event
  const current = rowOf(focusedId(target) ?? shownId)
  switch (key) {
    case 'j':
      goTo(1)
      return true
    case 'k':
      goTo(-1)
      return true
    case 'u':
      onOpen(null)
      focusRow(shownId)
      return true
    case 'x':
      if (current) onChoose(current)
      return true
    case 'e': {
      if (!shownId) return true
      const next = ids[ids.indexOf(shownId) + 1]
      if (next) onOpen(next)
      focusRow(next ?? null)
      void markAnswered([shownId])
      return true
    }
    case 'r':
      document.querySelector<HTMLElement>('.review [data-reply]')?.focus()
      // If a reply exists, this is the button that opens it.
      document.querySelector<HTMLElement>('.review button[data-reply]')?.click()
      return true
    case 't':
      document.querySelector<HTMLElement>('.review [data-templates]')?.click()
      return true
    case 'd':
      document.querySelector<HTMLElement>('.review [data-draft]')?.click()
      return true
    case '/':
      document.querySelector<HTMLElement>('[data-search]')?.focus()
      return true
    case 'Enter':
      return enter()
    default:
      return false
  }

  function rowOf(id: string | null): string | null {
    return id !== null && ids.includes(id) ? id : null
  }

  function goTo(step: 1 | -1) {
    const from = ids.indexOf(shownId ?? '')
    const id = ids[openId === null && !focusedId(target) ? Math.max(from, 0) : Math.max(from + step, 0)]
    if (id === undefined) return
    onOpen(id)
    focusRow(id)
  }

  /** Opens the focused row; if it is already open, moves the focus into the review. */
  function enter(): boolean {
    const id = focusedId(target)
    if (id === null || !(target instanceof HTMLAnchorElement)) return false
    if (id === openId) document.querySelector<HTMLElement>('.review h2')?.focus()
    else onOpen(id)
    return true
  }
}

function focusedId(target: EventTarget | null): string | null {
  const row = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-review]') : null
  return row?.dataset.review ?? null
}

function focusRow(id: string | null): void {
  const link = document.querySelector<HTMLElement>(`[data-review="${id}"] a`)
  link?.focus({ preventScroll: true })
  link?.scrollIntoView({ block: 'nearest' })
}
