import { figureRow } from '../insights/figure-row.ts'
import type { Row } from '../measure/row.ts'
import { everFalselyWorked, judgeEffects, type Measure, type Where } from '../stories/effects.ts'
import { judgeStories, shareOfQuiet } from '../stories/judge.ts'

/** Simulated locations, each with one planted event of ten kinds, or none. */
const STORIES = 330
const PREFIX = 'stories'
/** Simulated locations without an event: of 30, one more or less would be 3 %. */
const QUIET = 600

/**
 * How often the first finding names the planted event, among events that are certain to a test that knows the
 * truth, and how often no finding is reported where nothing was planted. Seeds are `stories 0` to `stories 329`, and
 * `quiet 0` to `quiet 599`.
 */
export function stories(): Row[] {
  const { byKind, told, strong, bridges, all } = judgeStories(STORIES, PREFIX)
  console.log(
    `Seeds: '${PREFIX} 0' to '${PREFIX} ${STORIES - 1}'; of each kind how many were told, certain and planted:`,
  )
  for (const [kind, one] of byKind)
    console.log(`  ${kind.padEnd(16)} ${one.told} of ${one.strong} of ${one.all}`)
  return [
    figureRow('Stories: the first finding names the event', told / strong, { atLeast: 0.9 }),
    figureRow('Stories: nothing planted, nothing told', shareOfQuiet(QUIET, 'quiet'), { atLeast: 0.95 }),
    figureRow('Stories: bridges that add up', bridges / all, { atLeast: 1 }),
    ...effectRows('stars', EFFECTS),
    ...effectRows('complaints', EFFECTS),
    ...effectRows('texts', TEXT_EFFECTS),
    ...effectRows('stars', EFFECTS, 'all locations'),
    ...effectRows('complaints', EFFECTS, 'all locations'),
  ]
}

/** Simulated actions measured by stars and by complaints; those measured by texts take longer. */
const EFFECTS = 2_000
const TEXT_EFFECTS = 400
/** Actions without an effect, checked every ten days for half a year. */
const LOOKED_AT_OFTEN = 300

/**
 * Judges actions at simulated locations, half of them without an effect. Seeds: `effects stars 0` and so on.
 */
function effectRows(measure: Measure, count: number, where: Where = 'one location'): Row[] {
  const effects = judgeEffects(count, 'effects', measure, where)
  const name = `Effects by ${measure}${where === 'one location' ? '' : ' at all locations'}`
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  console.log(
    `Seeds: 'effects ${measure} 0' to 'effects ${measure} ${count - 1}', at ${where}, of which ${effects.judged} had enough reviews from before:`,
  )
  console.log(`  covered with an effect     ${percent(effects.coverageWithEffect)}`)
  console.log(`  covered without one        ${percent(effects.coverageWithout)}`)
  console.log(`  covered, single location   ${percent(effects.coverageAlone)}`)
  console.log(`  covered, fewer than 20     ${percent(effects.coverageOfFew)}`)
  console.log(`  helped, 'worked'           ${percent(effects.worked)} of ${effects.helped}`)
  console.log(`  helped noticeably, 'worked' ${percent(effects.noticeablyWorked)} of ${effects.noticeable}`)
  console.log(`  no effect, 'got worse'     ${percent(effects.falselyHarmed)} of ${effects.none}`)
  if (measure === 'stars' && where === 'one location') {
    const ever = everFalselyWorked(LOOKED_AT_OFTEN, 'effects')
    console.log(
      `  no effect, 'worked' at any of 17 looks in half a year: ${percent(ever)} of ${LOOKED_AT_OFTEN}`,
    )
  }
  return [
    figureRow(`${name}: covered by the 90 % interval`, effects.coverage, {
      atLeast: 0.85,
      atMost: 0.95,
    }),
    figureRow(`${name}: none, but 'worked'`, effects.falselyWorked, { atMost: 0.05 }),
  ]
}
