import { BulkBar } from './bulk-bar.tsx'
import { InboxKeys, type InboxKeysProps } from './inbox-keys.tsx'

export interface InboxToolsProps extends InboxKeysProps {
  chosenIds: string[]
  /** Nothing is selected any more. */
  onDone: () => void
}

/** What the list does beyond showing reviews. A default export, because it is loaded once the list is there. */
export default function InboxTools({ chosenIds, onDone, ...keys }: InboxToolsProps) {
  return (
    <>
      {chosenIds.length > 0 && <BulkBar ids={chosenIds} onDone={onDone} />}
      <InboxKeys {...keys} />
    </>
  )
}
