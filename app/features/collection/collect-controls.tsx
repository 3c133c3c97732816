import { RefreshCw, Square } from 'lucide'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { RunView } from '#worker/rules/views.ts'
import type { Collection } from './use-collection.ts'

/** How far a run has come; `run` is null while it is being started. */
export function RunProgress({ platform, run }: { platform: Platform; run: RunView | null }) {
  return (
    <Progress
      label={`Collecting from ${PLATFORM_NAMES[platform]}`}
      value={run && run.pagesScraped > 0 ? run.pagesScraped : null}
      max={run ? Math.max(run.pagesPlanned, run.pagesScraped, 1) : 1}
    />
  )
}

export interface CollectButtonProps extends ButtonProps {
  collection: Collection
  /** What the button says, and what it is called for those who hear it without its surroundings. */
  start: { text: string; label: string }
  stop: { text: string; label: string }
}

/** Starts collecting from a source; stops it while it collects. */
export function CollectButton({ collection, start, stop, ...props }: CollectButtonProps) {
  const { isOpen, asked } = collection
  const { text, label } = isOpen ? stop : start
  const isPending = isOpen && asked !== null
  const icon = isOpen ? Square : RefreshCw
  return (
    <Button
      variant="outline"
      pending={isPending}
      aria-label={label}
      onClick={isOpen ? collection.cancel : collection.start}
      {...props}
    >
      {!isPending && <Icon of={icon} />}
      {text}
    </Button>
  )
}
