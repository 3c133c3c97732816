import { Button } from '#app/components/ui/button.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { BulkBar } from './bulk-bar.tsx'
import { InboxKeys, type InboxKeysProps } from './inbox-keys.tsx'
import { settleBacklog, startOfToday } from './mark-answered.ts'

export interface InboxToolsProps extends InboxKeysProps {
  chosenIds: string[]
  /** When the listed reviews that need an answer were posted; empty in other lists. */
  waitingSince: string[]
  /** Business of the list; undefined if it shows all. */
  businessId: string | undefined
  /** Called once nothing is selected any more. */
  onDone: () => void
}

/** Parts of the list that aren't needed to show reviews. A default export, because it is loaded after the list. */
export default function InboxTools({
  chosenIds,
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
      {chosenIds.length > 0 && <BulkBar ids={chosenIds} onDone={onDone} />}
      <InboxKeys {...keys} />
    </>
  )
}
