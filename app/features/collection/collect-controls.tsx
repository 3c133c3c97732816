import { RefreshCw, Square } from 'lucide'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import type { RunView } from '#worker/rules/collection.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'
import type { Collection } from './use-collection.ts'

/** `run` is null while it is starting. */
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
  /** Visible text, and the accessible label, which makes sense out of context. */
  start: { text: string; label: string }
  stop: { text: string; label: string }
}

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
