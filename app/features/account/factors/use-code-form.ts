import { type FormEvent, useState } from 'react'
import { textOf } from '#app/features/account/use-account-form.ts'
import { errorText, fieldErrors } from '#app/lib/api.ts'

interface Problem {
  text: string | null
  /** Beside the form's only field. */
  field: string | undefined
}

/**
 * Sends the only field of a form inside a dialog. On failure the typed text stays, and the field or the message gets the
 * focus.
 *
 * @param name of the field
 * @param send what happens with it; the form waits for it
 */
export function useCodeForm(name: string, send: (text: string) => Promise<void>) {
  const [problem, setProblem] = useState<Problem>({ text: null, field: undefined })
  const [isSending, setIsSending] = useState(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree a dialog stands inside the form whose button opened it.
    event.stopPropagation()
    const form = event.currentTarget
    setIsSending(true)
    setProblem({ text: null, field: undefined })
    try {
      await send(textOf(new FormData(form), name))
    } catch (error) {
      const field = fieldErrors(error)[name]
      setProblem({ text: field === undefined ? errorText(error) : null, field })
      // After React has marked the field.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.focus())
    } finally {
      setIsSending(false)
    }
  }

  return { problem, isSending, onSubmit }
}
