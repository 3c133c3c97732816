import type { Ai } from '@cloudflare/workers-types'
import * as v from 'valibot'
import { SECOND_MS } from '../rules/durations.ts'

/** Somebody waits for the answer, and has one without it. */
const TIMEOUT_MS = 20 * SECOND_MS
/**
 * The account's free allocation of the day is used up: 3036 by the list of errors (developers.cloudflare.com/workers-ai/platform/errors),
 * 4006 by what people report.
 */
const EXHAUSTED = /\b(?:3036|4006)\b|daily free allocation/

interface ModelMessage {
  role: 'system' | 'user'
  content: string
}

/** The deployment's language model. */
export interface LanguageModel {
  /** As Workers AI calls it. */
  name: string
  /**
   * What it answers to a conversation, trimmed.
   *
   * @throws ModelError
   */
  answer(messages: readonly ModelMessage[], limits: { maxTokens: number }): Promise<string>
}

export class ModelError extends Error {
  /** Whether it has no more to give until the next UTC day. */
  readonly isExhausted: boolean

  constructor(message: string, isExhausted = false) {
    super(message)
    this.name = 'ModelError'
    this.isExhausted = isExhausted
  }
}

/** Older models answer with `response`, newer ones as chat completions do. */
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

/** The model behind the AI binding; null for a deployment without one. */
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
          // Left out, it is 256 for most models.
          max_tokens: maxTokens,
          // Newer models would spend the tokens on thoughts first.
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

/** What the provider says of a fault may repeat what it was sent: only its code gets into the log. */
function modelError(fault: unknown): ModelError {
  const text = String(fault)
  return new ModelError(
    `the model failed with ${/\b\d{4}\b/.exec(text)?.[0] ?? 'no code'}`,
    EXHAUSTED.test(text),
  )
}
