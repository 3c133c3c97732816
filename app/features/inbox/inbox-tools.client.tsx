import { Button } from '#app/components/ui/button.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay } from '#app/lib/viewer.ts'
import { BulkBar } from './bulk-bar.tsx'
import { InboxKeys, type InboxKeysProps } from './inbox-keys.tsx'
import { settleBacklog, startOfToday } from './mark-answered.ts'

export interface InboxToolsProps extends InboxKeysProps {
  chosenIds: string[]
  /** When the reviews of a list that need an answer were posted; empty for any other list. */
  waitingSince: string[]
  /** The business whose reviews are listed; all of them where none was chosen. */
  businessId: string | undefined
  /** Nothing is selected any more. */
  onDone: () => void
}

/** What the list does beyond showing reviews. A default export, because it is loaded once the list is there. */
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
