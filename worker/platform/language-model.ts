import type { Ai } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { SECOND_MS } from '../rules/durations.ts'

/** Short, because a person is waiting and has a draft anyway. */
const TIMEOUT_MS = 20 * SECOND_MS
/**
 * Errors for a used-up free daily allocation: 3036 according to the docs
 * (developers.cloudflare.com/workers-ai/platform/errors), 4006 according to user reports.
 */
const EXHAUSTED = /\b(?:3036|4006)\b|daily free allocation/

interface ModelMessage {
  role: 'system' | 'user'
  content: string
}

export interface LanguageModel {
  name: string
  /** @throws ModelError */
  answer(messages: readonly ModelMessage[], limits: { maxTokens: number }): Promise<string>
}

export class ModelError extends Error {
  /** True if the allocation is used up until the next UTC day. */
  readonly isExhausted: boolean

  constructor(message: string, isExhausted = false) {
    super(message)
    this.name = 'ModelError'
    this.isExhausted = isExhausted
  }
}

/** Older models return `response`, newer ones a chat completion. */
const Answer = v.union([
  v.pipe(
    v.object({ response: v.string() }),
    v.transform(({ response }) => response),
  ),
  v.pipe(
    v.object({
      choices: v.tupleWithRest([v.object({ message: v.object({ content: v.string() }) })], v.unknown()),
    }),
    v.transform(({ choices: [{ message }] }) => message.content),
  ),
])

export function languageModel(binding: Pick<Ai, 'run'> | undefined, name: string): LanguageModel | null {
  if (!binding) return null
  return {
    name,
    async answer(messages, { maxTokens }) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new ModelError('the model took too long')), TIMEOUT_MS)
      })
      try {
        const running = binding.run(name, {
          messages,
          // Defaults to 256 for most models.
          max_tokens: maxTokens,
          // Newer models would spend the tokens on thinking first.
          chat_template_kwargs: { enable_thinking: false },
        })
        const answer = v.safeParse(Answer, await Promise.race([running, tooLate]))
        if (!answer.success) throw new ModelError('the model answered in an unknown shape')
        return answer.output.trim()
      } catch (fault) {
        throw fault instanceof ModelError ? fault : modelError(fault)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** Logs only the error code, because the provider's message may repeat the prompt. */
function modelError(fault: unknown): ModelError {
  const text = String(fault)
  return new ModelError(
    `the model failed with ${/\b\d{4}\b/.exec(text)?.[0] ?? 'no code'}`,
    EXHAUSTED.test(text),
  )
}
