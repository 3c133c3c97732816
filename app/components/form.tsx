import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText, type FailureRemedy, failureRemedy, fieldErrors } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { cn } from '#app/lib/cn.ts'
import { SENT_LATER, untilServerIsThere } from '#app/lib/connection.ts'
import { reportSuspicions } from '#app/lib/report-security-event.ts'
import { onDemand } from './on-demand.tsx'
import { Alert } from './ui/alert.tsx'
import { Button, type ButtonProps } from './ui/button.tsx'
import { Field, type FieldProps } from './ui/field.tsx'
import { Input } from './ui/input.tsx'

const Remedy = onDemand(() => import('./form-remedy.client.tsx'))

type FieldErrors = Readonly<Partial<Record<string, string>>>

export interface FormState {
  /** Error message that isn't about a single field. */
  failure: string | null
  /** How to fix a failure that an immediate retry can't: sign in, or wait until a time (milliseconds, UTC). */
  remedy: FailureRemedy | null
  errors: FieldErrors
  /** True until the API has responded and any page that follows has loaded. */
  isSending: boolean
  isLeaving: boolean
  /** False until the submit handler is attached: before that the browser would send the form as a page request. */
  isReady: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>
}

/**
 * Submits a form to the API. After an error the input stays, and the first invalid field or the alert gets the focus.
 * If `send` returns an address, that document is loaded.
 */
export function useForm(send: (fields: FormData) => Promise<string> | Promise<void>): FormState {
  const [failure, setFailure] = useState<string | null>(null)
  const [remedy, setRemedy] = useState<FailureRemedy | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [state, setState] = useState<'idle' | 'sending' | 'leaving'>('idle')
  const isReady = useHydrated()

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree a dialog is inside the form that opened it.
    event.stopPropagation()
    const form = event.currentTarget
    setState('sending')
    setFailure(null)
    setRemedy(null)
    setErrors({})
    await untilServerIsThere(() => setFailure(SENT_LATER))
    // Don't send if the form was left meanwhile.
    if (!form.isConnected) return
    setFailure(null)
    const fields = new FormData(form)
    try {
      reportSuspicions(fields)
      const address = await send(fields)
      setState(address ? 'leaving' : 'idle')
      if (address) window.location.assign(address)
    } catch (error) {
      const problems = fieldErrors(error)
      const isAboutFields = Object.keys(problems).some((name) => form.elements.namedItem(name) !== null)
      // Render now: the next frame may come before React has marked the fields.
      flushSync(() => {
        setFailure(isAboutFields ? null : errorText(error))
        setRemedy(isAboutFields ? null : failureRemedy(error))
        setErrors(problems)
        setState('idle')
      })
      form.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.focus()
    }
  }

  return {
    failure,
    remedy,
    errors,
    isSending: state !== 'idle',
    isLeaving: state === 'leaving',
    isReady,
    onSubmit,
  }
}

export interface FormProps {
  form: FormState
  /** Label of a large submit button below the fields; if absent, the children include a button. */
  submit?: string
  id?: string
  className?: string
  children?: ReactNode
}

export function Form({ form, submit, id, className, children }: FormProps) {
  return (
    <form id={id} method="post" noValidate onSubmit={form.onSubmit} className={cn('grid gap-5', className)}>
      {form.failure && (
        <Alert variant="destructive" tabIndex={-1}>
          {form.failure}
          {form.remedy && <Remedy remedy={form.remedy} />}
        </Alert>
      )}
      {children}
      {submit && (
        <SubmitButton form={form} size="lg">
          {submit}
        </SubmitButton>
      )}
    </form>
  )
}

export function SubmitButton({ form, ...props }: Omit<ButtonProps, 'form'> & { form: FormState }) {
  return <Button type="submit" pending={form.isSending} disabled={!form.isReady} {...props} />
}

export type TextFieldProps = Pick<FieldProps, 'hint' | 'error' | 'optional' | 'className'> &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { label: string }

export function TextField({ label, hint, error, optional, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  )
}

/** Email field for signing in. `known` prefills it, also after the first render, but never replaces typed text. */
export function EmailField({ error, known }: { error: string | undefined; known?: string | undefined }) {
  return (
    <TextField
      label="E-mail"
      error={error}
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={known}
      required
      maxLength={254}
    />
  )
}

/** Text of a form field; '' if missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
