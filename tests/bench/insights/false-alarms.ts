import { randomFrom } from '#tests/upstream/random.ts'
import { alarmsOf, BASE_DAYS, RECENT_DAYS } from '#worker/insights/alarms/alarms.ts'
import type { StarCounts } from '#worker/insights/ratings.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'

const YEARS = 40
/** Share of reviews with one or two stars at a normal place. */
const BAD_SHARE = 0.11
const WINDOW_DAYS = BASE_DAYS + RECENT_DAYS

/** Alarms of all kinds per year without any change, checked every day. */
export function falseAlarmRows(): Row[] {
  return [0.15, 0.4, 1.2].map((perDay) =>
    figureRow(`False alarms, ${perDay} reviews a day`, falseAlarms(perDay), { atMost: 1 }, 'a year'),
  )
}

function falseAlarms(perDay: number): number {
  const random = randomFrom(`false alarms ${perDay}`)
  let alarms = 0
  for (let year = 0; year < YEARS; year++) {
    const days = Array.from({ length: WINDOW_DAYS + 365 }, (): StarCounts => {
      const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
      // Waiting times between reviews are exponential.
      for (let time = wait(); time < 1; time += wait()) stars[random.chance(BAD_SHARE) ? 0 : 4] += 1
      return stars
    })
    let former: { key: string; day: number; chance: number }[] = []
    for (let day = WINDOW_DAYS; day <= days.length; day++) {
      const found = alarmsOf({
        days: days.slice(day - WINDOW_DAYS, day),
        isUpToDate: true,
        topics: [],
        level: 'all',
        former: former.map((alarm) => ({ ...alarm, daysAgo: day - alarm.day })),
      })
      const told = (found.known ? found.alarms : []).map(({ key, chance }) => ({ key, chance, day }))
      alarms += told.length
      former = [...former, ...told].slice(-10)
    }
  }
  return alarms / YEARS

  function wait(): number {
    return -Math.log(1 - random.next()) / perDay
  }
}
