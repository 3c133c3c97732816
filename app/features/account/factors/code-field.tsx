import { useEffect, useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'

export type CodeKind = 'app' | 'recovery'

const LABELS: Record<CodeKind, string> = { app: 'Code from your app', recovery: 'Recovery code' }

/** Spaces and hyphens are optional; the server accepts both forms. */
const ATTRIBUTES = {
  app: { inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '123 456' },
  recovery: {
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
    placeholder: 'ABCDEF-GHIJKL-MNOPQR-STUVWX',
  },
} as const

/** Focused when it appears; when focused again, typing replaces the wrong code. */
export function CodeField({ kind, error }: { kind: CodeKind; error?: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <Field label={LABELS[kind]} error={error}>
      {(control) => (
        <Input
          {...control}
          {...ATTRIBUTES[kind]}
          ref={input}
          name="code"
          type="text"
          required
          maxLength={40}
          className={kind === 'app' ? 'text-lg tracking-widest md:text-lg' : 'font-mono'}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </Field>
  )
}

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
