import type { Ai } from '@cloudflare/workers-types'
import { afterEach, expect, test, vi } from 'vitest'
import { languageModel, ModelError } from '#worker/platform/language-model.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'

const MESSAGES = [{ role: 'user', content: 'Rewrite it.' }] as const

/** Model whose binding calls `run`. */
function modelOf(run: (...given: unknown[]) => Promise<unknown>) {
  // Covers only the overload that is called.
  const model = languageModel({ run } as unknown as Pick<Ai, 'run'>, '@cf/maker/model')
  if (!model) throw new Error('there is a binding')
  return model
}

function answerOf(answer: unknown): Promise<string> {
  return modelOf(async () => answer).answer(MESSAGES, { maxTokens: 600 })
}

afterEach(() => {
  vi.useRealTimers()
})

test('without the binding there is no model', () => {
  expect(languageModel(undefined, '@cf/maker/model')).toBe(null)
})

test('the model is called by its name, with an explicit token limit', async () => {
  const run = vi.fn(async () => ({ response: 'Done.' }))
  await modelOf(run).answer(MESSAGES, { maxTokens: 600 })
  expect(run).toHaveBeenCalledExactlyOnceWith(
    '@cf/maker/model',
    expect.objectContaining({ messages: MESSAGES, max_tokens: 600 }),
  )
})

test.each([
  ['of older models', { response: ' Thanks.\n', usage: { total_tokens: 3 } }],
  [
    'of chat completions',
    { id: '1', choices: [{ message: { content: 'Thanks. ' }, finish_reason: 'stop' }] },
  ],
])('a response in the format %s is read and trimmed', async (_, answer) => {
  expect(await answerOf(answer)).toBe('Thanks.')
})

test.each([[null], ['text'], [{}], [{ response: 5 }], [{ choices: [] }], [{ choices: [{ message: {} }] }]])(
  'a response in an unknown format is an error: %j',
  async (answer) => {
    await expect(answerOf(answer)).rejects.toMatchObject({ name: 'ModelError', isExhausted: false })
  },
)

test.each([
  ['3036: You have used up your daily free allocation of 10,000 neurons.', true],
  ['4006: you have used up your daily free allocation', true],
  ['InferenceUpstreamError: daily free allocation', true],
  ['3040: Out of capacity', false],
  ['5007: No such model @cf/maker/30366', false],
])('only a used-up daily allocation counts as exhausted: %s', async (message, isExhausted) => {
  const model = modelOf(async () => {
    throw new Error(message)
  })
  await expect(model.answer(MESSAGES, { maxTokens: 600 })).rejects.toMatchObject({ isExhausted })
})

test('a call without a response is given up within a minute', async () => {
  vi.useFakeTimers()
  const answer = modelOf(() => new Promise(() => {})).answer(MESSAGES, { maxTokens: 600 })
  const failed = expect(answer).rejects.toBeInstanceOf(ModelError)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  await failed
})
