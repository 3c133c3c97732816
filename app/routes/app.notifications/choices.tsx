import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { DIGESTS, type Digest } from '#worker/rules/alerts.ts'

const STARS = [
  [0, 'Off'],
  [1, '1 star'],
  [2, '2 stars or fewer'],
  [3, '3 stars or fewer'],
  [4, '4 stars or fewer'],
  [5, 'Every new review'],
] as const

export function StarsField({ value }: { value: number }) {
  return (
    <Field label="Instant alerts">
      {(control) => (
        <Select {...control} name="alertStars" defaultValue={value}>
          {STARS.map(([stars, text]) => (
            <option key={stars} value={stars}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

const DIGEST_NAMES: Record<Digest, string> = { off: 'Off', daily: 'Every day', weekly: 'Every week' }

export interface DigestFieldProps {
  value: Digest
  onChange?: (digest: Digest) => void
}

export function DigestField({ value, onChange }: DigestFieldProps) {
  return (
    <Field label="Digest">
      {(control) => (
        <Select
          {...control}
          name="digest"
          defaultValue={value}
          onChange={(event) => onChange?.(digestOf(event.target.value))}
        >
          {DIGESTS.toReversed().map((digest) => (
            <option key={digest} value={digest}>
              {DIGEST_NAMES[digest]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

export function digestOf(text: string): Digest {
  return DIGESTS.find((digest) => digest === text) ?? 'off'
}

/** 'Alerts: 3 stars or fewer · Digest: every week' */
export function choiceText({ alertStars, digest }: { alertStars: number; digest: Digest }): string {
  const stars = STARS.find(([value]) => value === alertStars)?.[1] ?? ''
  return `Alerts: ${stars.toLowerCase()} · Digest: ${DIGEST_NAMES[digest].toLowerCase()}`
}
