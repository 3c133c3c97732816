import { cn } from '#app/lib/cn.ts'
import {
  MAX_PASSWORD_SCORE,
  PASSWORD_STRENGTHS,
  type PasswordScore,
  type PasswordStrength,
} from '#worker/rules/passwords.ts'

const STRENGTH_NAMES: Record<PasswordStrength, string> = {
  very_weak: 'Very weak',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
}

const BAR_CLASSES: Record<PasswordStrength, string> = {
  very_weak: 'bg-negative',
  weak: 'bg-negative',
  fair: 'bg-neutral',
  good: 'bg-positive',
  strong: 'bg-positive',
}

/** How good the typed password is, and what it still lacks: a strong one may lack something, too. */
export function PasswordStrengthMeter({ score }: { score: PasswordScore }) {
  const steps = PASSWORD_STRENGTHS.indexOf(score.strength) + 1
  const isAcceptable = score.feedback.length === 0
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex gap-1" aria-hidden>
        {PASSWORD_STRENGTHS.map((strength, index) => (
          <span
            key={strength}
            className={cn(
              'h-1 flex-1 rounded-full',
              index < steps ? BAR_CLASSES[isAcceptable ? score.strength : 'weak'] : 'bg-muted',
            )}
          />
        ))}
      </div>
      <p className="flex justify-between gap-3">
        <span aria-live="polite">Strength: {STRENGTH_NAMES[score.strength]}</span>
        <span className="text-muted-foreground tabular-nums">
          {score.score} of {MAX_PASSWORD_SCORE} points
        </span>
      </p>
      {!isAcceptable && (
        <div aria-live="polite" className="text-muted-foreground">
          <p>Not accepted yet:</p>
          <ul className="list-disc pl-5">
            {score.feedback.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
