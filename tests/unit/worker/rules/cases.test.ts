import { describe, expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import {
  ATTACK_RULES,
  CASE_FORMS,
  CASE_RULES,
  CASE_STEPS,
  type CaseState,
  type CaseStep,
  caseDueAt,
  endOf,
  isCaseOver,
  type WaitingState,
} from '#worker/rules/cases.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

describe.each(PLATFORMS)('%s', (platform) => {
  test('has its own rules, one of them for attacks, and a form', () => {
    expect(Object.keys(CASE_RULES[platform]).length).toBeGreaterThan(3)
    expect(CASE_RULES[platform]).toHaveProperty(ATTACK_RULES[platform])
    expect(new URL(CASE_FORMS[platform]).protocol).toBe('https:')
  })
})

const STEPS = Object.keys(CASE_STEPS) as CaseStep[]
const WAITING: readonly string[] = ['open', 'reported', 'appealed']
const isWaiting = (state: CaseState): state is WaitingState => WAITING.includes(state)

function stepsFrom(state: WaitingState): CaseStep[] {
  return STEPS.filter((step) => CASE_STEPS[step].some((from) => from === state))
}

test('1,000 cases with random steps all end within three months', () => {
  const random = randomFrom('cases')
  const ends = new Set<CaseState>()
  for (let index = 0; index < 1_000; index += 1) {
    let state: CaseState = 'open'
    let since = 0
    let reminders = 0
    let appeals = 0
    let now = 0
    while (isWaiting(state)) {
      const due = caseDueAt(state, since, reminders)
      expect(due).toBeGreaterThan(since)
      // A step by a person comes before the next reminder, or it doesn't.
      if (random.chance(0.2)) {
        const step: CaseStep = random.pick(stepsFrom(state))
        if (step === 'appealed') appeals += 1
        now = Math.max(now, since + random.next() * (due - since))
        state = step
        since = now
        reminders = 0
      } else {
        now = Math.max(now, due)
        if (isCaseOver(state, reminders)) state = endOf(state)
        else reminders += 1
      }
    }
    ends.add(state)
    expect(appeals).toBeLessThanOrEqual(1)
    expect(now).toBeLessThanOrEqual(3 * 31 * DAY_MS)
  }
  expect([...ends].sort()).toEqual(['dropped', 'kept'])
})
