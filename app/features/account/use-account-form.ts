import { type FormEvent, useState } from 'react'
import { errorText, fieldErrors } from '#app/lib/api.ts'
import { reportSuspicions } from '#app/lib/report-security-event.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'

interface Problem {
  /** What is wrong apart from single fields. */
  text: string | null
  fields: Readonly<Partial<Record<string, string>>>
}

const NO_PROBLEM: Problem = { text: null, fields: {} }

/**
 * Sends an account form to the API. On success the browser loads `target` as a new document, with the new session, or
 * stays where that is null; on failure the typed text stays, and the first field with a problem gets the focus.
 *
 * @param target where to go, or what says so from the answer
 */
export function useAccountForm<Answer>(
  send: (fields: FormData) => Promise<Answer>,
  target: string | null | ((answer: Answer) => string),
) {
  const [problem, setProblem] = useState(NO_PROBLEM)
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle')
  // Before its handler is attached the form would send the password as a page request.
  const isReady = useHydrated()

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setState('sending')
    setProblem(NO_PROBLEM)
    try {
      const fields = new FormData(form)
      reportSuspicions(fields)
      const answer = await send(fields)
      setState(target === null ? 'idle' : 'done')
      if (target !== null) window.location.assign(typeof target === 'string' ? target : target(answer))
    } catch (error) {
      const fields = fieldErrors(error)
      const isAboutFields = Object.keys(fields).some((name) => form.elements.namedItem(name) !== null)
      setProblem({ text: isAboutFields ? null : errorText(error), fields })
      setState('idle')
      // After React has marked the fields.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid], [role="alert"]')?.focus())
    }
  }

  return { problem, state, isReady, onSubmit }
}

/** A text field of a form; '' where it is missing. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
