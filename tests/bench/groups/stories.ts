import { figureRow } from '../insights/figure-row.ts'
import type { Row } from '../measure/row.ts'
import { judgeStories } from '../stories/judge.ts'

/** Simulated locations, each with one planted event of ten kinds or none. */
const STORIES = 330
const PREFIX = 'stories'

/**
 * How often the first finding names what was planted, of events that a test with the truth in hand calls certain; and how often
 * nothing is told where nothing was planted. Seeds are `stories 0` to `stories 329`.
 */
export function stories(): Row[] {
  const { byKind, told, strong, quiet, nothing, bridges, all } = judgeStories(STORIES, PREFIX)
  console.log(
    `Seeds: '${PREFIX} 0' to '${PREFIX} ${STORIES - 1}'; of each kind how many were told, certain and planted:`,
  )
  for (const [kind, one] of byKind)
    console.log(`  ${kind.padEnd(16)} ${one.told} of ${one.strong} of ${one.all}`)
  return [
    figureRow('Stories: the first finding names the event', told / strong, { atLeast: 0.9 }),
    figureRow('Stories: nothing planted, nothing told', quiet / nothing, { atLeast: 0.95 }),
    figureRow('Stories: bridges that add up', bridges / all, { atLeast: 1 }),
  ]
}
