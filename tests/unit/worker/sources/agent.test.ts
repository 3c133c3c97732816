import { expect, test } from 'vitest'
import { AGENT_NAMES, agentOf, PUBLIC_PAGE_HEADERS } from '#worker/sources/agent.ts'

test('every user agent names the product, and none poses as a browser', () => {
  expect(new Set(AGENT_NAMES).size).toBe(AGENT_NAMES.length)
  for (const name of AGENT_NAMES) {
    expect(name).toMatch(/^ReviewDashboard\/1\.0 \([ -~]+\)$/)
    expect(name).not.toMatch(/Mozilla|Chrome|Safari|Firefox|AppleWebKit|Gecko|bot/i)
  }
})

test('with rotation, each run takes the next user agent and then the first again', () => {
  const names = [9, 10, 11, 12].map((seq) => agentOf({ seq, userAgentRotation: true }))
  expect(new Set(names.slice(0, 3))).toEqual(new Set(AGENT_NAMES))
  expect(names[3]).toBe(names[0])
})

test('without rotation, every run uses the first user agent', () => {
  for (const seq of [0, 1, 2, 3]) {
    expect(agentOf({ seq, userAgentRotation: false })).toBe(PUBLIC_PAGE_HEADERS['user-agent'])
  }
})
