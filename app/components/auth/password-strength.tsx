import { cn } from '#app/lib/cn.ts'
import { PASSWORD_STRENGTHS, type PasswordScore, type PasswordStrength } from '#worker/rules/passwords.ts'

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

/** How good the typed password is, and what it still lacks. */
export function PasswordStrengthMeter({ score }: { score: PasswordScore }) {
  const steps = PASSWORD_STRENGTHS.indexOf(score.strength) + 1
  return (
    <div className="-mt-2 grid gap-1.5 text-sm" aria-live="polite">
      <div className="flex gap-1" aria-hidden>
        {PASSWORD_STRENGTHS.map((strength, index) => (
          <span
            key={strength}
            className={cn(
              'h-1 flex-1 rounded-full',
              index < steps ? BAR_CLASSES[score.strength] : 'bg-muted',
            )}
          />
        ))}
      </div>
      <p>Strength: {STRENGTH_NAMES[score.strength]}</p>
      {score.feedback.length > 0 && (
        <ul className="list-disc pl-5 text-muted-foreground">
          {score.feedback.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
