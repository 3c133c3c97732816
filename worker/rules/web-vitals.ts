import * as v from 'valibot'

const milliseconds = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)))

/** Defined by https://web.dev/vitals. */
export const WebVitals = v.object({
  /** Largest contentful paint, milliseconds. */
  LCP: milliseconds,
  /** Interaction to next paint, milliseconds. */
  INP: milliseconds,
  /** Cumulative layout shift, a score. */
  CLS: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))),
})
export type WebVitals = v.InferOutput<typeof WebVitals>
