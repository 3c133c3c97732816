import { EMPTY_PUBLIC_LIST } from '#worker/rules/remedies.ts'
import { type FetchState, outsideHistory } from './fetch-state.ts'

/** @param historyDays days the plan shows */
export function fetchMessage(state: FetchState, historyDays: number): { title: string; text: string } {
  const [title, text] = MESSAGES[state]
  return { title: state === 'outside history' ? outsideHistory(historyDays) : title, text }
}

const MESSAGES: Record<FetchState, readonly [title: string, text: string]> = {
  'no source': [
    'Nothing to collect from yet',
    'Add your business’s Google or Yelp link, and its reviews will appear here.',
  ],
  collecting: [
    'Your reviews are on their way',
    'They appear here as they arrive. You can leave this page; collecting continues.',
  ],
  'outside history': ['', 'Older ones are kept.'],
  failing: ['No reviews yet', 'Collecting did not work. The reason is below; you can try again.'],
  'none shown': [EMPTY_PUBLIC_LIST.headline, EMPTY_PUBLIC_LIST.text],
  'none found': ['No reviews yet', 'The platforms show none for this business. New ones will appear here.'],
  'not collected': ['No reviews yet', 'Press Collect now to fetch them.'],
}
