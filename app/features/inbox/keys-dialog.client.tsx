import { useState } from 'react'
import { Dialog, DialogContent, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Switch } from '#app/components/ui/switch.tsx'
import { keysAreOn, switchKeys } from '#app/lib/letter-keys.ts'

const KEYS = [
  ['j', 'Next review'],
  ['k', 'Previous review'],
  ['Enter', 'Open the review, then go into it'],
  ['r', 'Reply'],
  ['t', 'Use a template'],
  ['d', 'Draft a reply'],
  ['e', 'Mark as answered and go to the next'],
  ['x', 'Select'],
  ['u', 'Back to the list'],
  ['/', 'Search'],
  ['?', 'Show these shortcuts'],
] as const

const COMBINATIONS = [
  ['Ctrl or ⌘ + K', 'Go to any screen, business or view'],
  ['Ctrl or ⌘ + Enter', 'Save the reply'],
  ['Ctrl or ⌘ + Shift + Enter', 'Save the reply and go to the next'],
] as const

export default function KeysDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(keysAreOn)
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogHeading title="Keyboard shortcuts">They work while you aren’t typing.</DialogHeading>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
          {[...KEYS, ...COMBINATIONS].map(([key, does]) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid">
              <dt>
                <kbd className="rounded border bg-muted px-1.5 py-0.5 text-xs">{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="flex min-h-11 items-center justify-between gap-4 border-t pt-4 text-sm">
          <span id="letters">Single-letter shortcuts</span>
          <Switch
            aria-labelledby="letters"
            checked={isOn}
            onCheckedChange={(on) => {
              switchKeys(on)
              setOn(on)
            }}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}
