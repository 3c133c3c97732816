import { Button } from '#app/components/ui/button.tsx'
import type { CodeKind } from './code-field.tsx'

/** Changes between the app's code and a recovery code. */
export function OtherCodeButton({
  kind,
  disabled,
  onChange,
}: {
  kind: CodeKind
  disabled?: boolean
  onChange: (kind: CodeKind) => void
}) {
  return (
    <Button
      variant="link"
      className="justify-self-start px-0 sm:self-start"
      disabled={disabled}
      onClick={() => onChange(kind === 'app' ? 'recovery' : 'app')}
    >
      {kind === 'app' ? 'Use a recovery code instead' : 'Use your authenticator app instead'}
    </Button>
  )
}
