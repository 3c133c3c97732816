import type { ActionsView } from '#worker/rules/actions.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'

/** Two invented actions, for plans without the feature. */
export function sampleView(now: number): ActionsView {
  const dayBack = (days: number) => utcDay(now - days * DAY_MS)
  const result = {
    businessId: 'harbor',
    from: dayBack(60),
    to: dayBack(0),
    isGood: true,
    effect: 0.5,
    score: 0,
    method: '',
    actionId: '',
  }
  return {
    businesses: [{ id: 'harbor', name: 'Harbor Street' }],
    topics: [],
    actions: [
      {
        id: 'staff',
        day: dayBack(60),
        name: 'More staff on Fridays',
        topic: 'waiting',
        businessId: 'harbor',
        together: null,
        results: [
          {
            ...result,
            kind: 'action_worked',
            sentence:
              '“More staff on Fridays” seems to have worked: 4 guests complained about waiting since then, usually about 17.',
            n: 4,
            reviews: { businessId: 'harbor', topic: 'waiting', opinion: 'negative', from: dayBack(60) },
            button: 'Read the 4',
          },
        ],
      },
      {
        id: 'menu',
        day: dayBack(21),
        name: 'New menu',
        topic: null,
        businessId: 'harbor',
        together: null,
        results: [
          {
            ...result,
            kind: 'action_unclear',
            sentence:
              'No clear effect of “New menu” yet: 4.3 stars since then, 4.2 before. About 15 more reviews are needed.',
            n: 31,
            reviews: { businessId: 'harbor', visibility: 'public', from: dayBack(21) },
            button: 'Read the 31',
          },
        ],
      },
    ],
    mayEdit: false,
    mayEditAll: false,
  }
}
