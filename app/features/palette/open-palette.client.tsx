import { useNavigate } from '@remix-run/react'
import * as DialogPrimitive from 'radix-ui/dialog'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useLogOut } from '#app/components/shell/use-log-out.client.tsx'
import { DialogContent } from '#app/components/ui/dialog.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { api } from '#app/lib/api.ts'
import { cn } from '#app/lib/cn.ts'
import { chooseTheme } from '#app/lib/theme.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { can } from '#worker/rules/permissions.ts'
import { businessEntries, matchingEntries, OWN_ENTRIES, type PaletteEntry, viewEntries } from './entries.ts'

export interface OpenPaletteProps {
  onClose: () => void
}

/** Maximum entries shown; more wouldn't fit on a screen, and typing another letter finds the rest. */
const MAX_SHOWN = 12

export default function OpenPalette({ onClose }: OpenPaletteProps) {
  const navigate = useNavigate()
  const { logOut, question } = useLogOut(useViewer().user.id)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const entries = useEntries()
  const shown = matchingEntries(entries, typed).slice(0, MAX_SHOWN)
  const current = shown[Math.min(active, shown.length - 1)]

  function go(entry: PaletteEntry | undefined) {
    if (!entry) return
    // The confirmation is rendered inside this dialog, so keep it open.
    if ('does' in entry && entry.does === 'logout') return void logOut()
    onClose()
    if ('to' in entry) navigate(entry.to)
    else if (entry.does !== 'logout') chooseTheme(entry.does)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, shown.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Enter') go(current)
    else return
    event.preventDefault()
  }

  return (
    <DialogPrimitive.Root defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="gap-3 sm:top-24 sm:translate-y-0" aria-describedby={undefined}>
        <DialogPrimitive.Title className="pr-10 font-semibold">Go to</DialogPrimitive.Title>
        <Input
          role="combobox"
          aria-label="Screen, view, business or action"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={current && `${id}-${shown.indexOf(current)}`}
          aria-autocomplete="list"
          placeholder="Screen, view, business or action"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={id} aria-label="Results" className="grid">
          {shown.map((entry, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
            <div
              key={`${entry.group} ${entry.label}`}
              role="option"
              id={`${id}-${index}`}
              aria-selected={entry === current}
              className={cn(
                'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-md px-3 text-sm dense:min-h-9',
                entry === current && 'bg-accent text-accent-foreground',
              )}
              onPointerMove={() => setActive(index)}
              onClick={() => go(entry)}
            >
              <span className="truncate">{entry.label}</span>
              <span className="text-xs text-muted-foreground">{entry.group}</span>
            </div>
          ))}
        </div>
        {question}
        {shown.length === 0 && (
          <p role="status" className="px-3 text-sm text-muted-foreground">
            No matches.
          </p>
        )}
      </DialogContent>
    </DialogPrimitive.Root>
  )
}

/** Screens, views and actions are listed immediately, saved views and businesses once the server has responded. */
function useEntries(): PaletteEntry[] {
  const { role } = useViewer().user
  const [fetched, setFetched] = useState<PaletteEntry[]>([])
  useEffect(() => {
    let isOpen = true
    // If a request fails, the other entries still work.
    void Promise.allSettled([api.savedViews.list.query(), api.businesses.list.query()]).then(
      ([views, businesses]) => {
        if (!isOpen) return
        setFetched([
          ...(views.status === 'fulfilled' ? viewEntries(views.value.items) : []),
          ...(businesses.status === 'fulfilled' ? businessEntries(businesses.value.items) : []),
        ])
      },
    )
    return () => {
      isOpen = false
    }
  }, [])
  return [...OWN_ENTRIES.filter(({ needs }) => needs === undefined || can(role, needs)), ...fetched]
}
