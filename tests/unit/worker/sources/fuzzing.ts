import { expect } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { type ReviewSource, type SourceAnswer, SourceError, type SourcePage } from '#worker/sources/source.ts'
import { answerOf } from './answers.ts'
import { mutated } from './mutations.ts'
import { expectSoundPage, isSoundPage } from './review-shape.ts'

/** Bodies of each format. */
const MUTATIONS = volume(1_000, 20_000)
/** A body below a megabyte may still take this long: the clock is too coarse for less. */
const FLOOR_MS = 50

/** A body that a reader takes, and what holds for whatever comes of it when something went wrong with the body. */
export interface Format<T = SourcePage> {
  name: string
  body: string
  /** Throws SourceErrors only. */
  read(body: string): T
  /** Fails the test for what must never come out. */
  check(result: T): void
  refusal(answer: SourceAnswer): SourceError | null
  /** Makes the body of JSON that was changed before it went into a page. */
  rebuilt?: (random: Random) => string
}

/** A format of a source's own answers. */
export function formatOf(
  source: ReviewSource,
  name: string,
  body: string,
  rebuilt?: (random: Random) => string,
): Format {
  return {
    name,
    body,
    read: (text) => source.parse(text),
    // Assertions cost more than parsing; they are made for pages that break one.
    check: (page) => isSoundPage(page) || expectSoundPage(page),
    refusal: source.refusal,
    ...(rebuilt && { rebuilt }),
  }
}

/** Reads thousands of bodies of a format that were cut, garbled or had parts exchanged. */
export function fuzz<T>(format: Format<T>): void {
  const random = randomFrom(`fuzz:${format.name}`)
  const traceLimit = Error.stackTraceLimit
  // Most bodies end in an error whose trace nobody reads.
  Error.stackTraceLimit = 0
  try {
    for (let i = 0; i < MUTATIONS; i += 1) {
      const { rebuilt } = format
      const body = rebuilt && random.chance(0.4) ? rebuilt(random) : mutated(format.body, random)
      tryBody(format, body, random.pick([200, 200, 403, 503]))
    }
  } finally {
    Error.stackTraceLimit = traceLimit
  }
}

function tryBody<T>(format: Format<T>, body: string, status: number): void {
  const start = performance.now()
  const outcome = outcomeOf(format, body)
  const limitMs = FLOOR_MS * Math.max(1, body.length / 1_000_000)
  // Only a case that was slow once is measured again, to tell a slow case from a pause of the machine.
  if (performance.now() - start > limitMs) {
    expect(fastestMs(() => outcomeOf(format, body))).toBeLessThan(limitMs)
  }
  if (!(outcome instanceof SourceError)) format.check(outcome)
  const refused = format.refusal(answerOf({ body, status }))
  if (refused !== null && !(refused instanceof SourceError)) expect.fail(`Not a SourceError: ${refused}`)
}

/** What is read, or a SourceError; anything else that is thrown fails the test with the body that caused it. */
export function outcomeOf<T>({ read }: Pick<Format<T>, 'read'>, body: string): T | SourceError {
  try {
    return read(body)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw new Error(`Not a SourceError for ${JSON.stringify(body)}`, { cause: error })
  }
}
