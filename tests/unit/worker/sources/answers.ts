import { expect } from 'vitest'
import type { SourceErrorKind } from '#worker/rules/failures.ts'
import { type PlaceRef, type SourceAnswer, SourceError } from '#worker/sources/source.ts'

/** An upstream answer with only what a test is about. */
export function answerOf(parts: {
  status?: number
  headers?: Record<string, string>
  body?: string
}): SourceAnswer {
  return { status: parts.status ?? 200, headers: new Headers(parts.headers), body: parts.body ?? '' }
}

/** Runs what must fail and hands back the SourceError. */
export function sourceErrorOf(run: () => unknown): SourceError {
  try {
    run()
  } catch (error) {
    if (error instanceof SourceError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

/** A message an owner can read: a sentence, no code, no status number. */
export function expectOwnerWords(error: SourceError | null, kind: SourceErrorKind): void {
  expect(error?.kind).toBe(kind)
  expect(error?.message).toMatch(/^[A-Z].+\.$/)
  expect(error?.message).not.toMatch(/\b[1-5]\d\d\b|[A-Z]{3,}_|_[a-z]|undefined|null/)
}

/** Expects a SourceError of this kind, in words an owner can read. */
export function expectSourceError(run: () => unknown, kind: SourceErrorKind): void {
  expectOwnerWords(sourceErrorOf(run), kind)
}

export function place(id: string | null, url: string): PlaceRef {
  return { id, url }
}
