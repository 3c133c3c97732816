import { type RefObject, useCallback, useEffect, useState } from 'react'
import { type PasswordScore, scorePassword } from '#worker/rules/passwords.ts'
import { textOf } from './use-account-form.ts'

/**
 * Scores the `password` of a form against its `fullName` and `email`.
 *
 * @returns the score, null while nothing is typed, and the handler for the form's `onInput`
 */
export function usePasswordScore(form: RefObject<HTMLFormElement>) {
  const [score, setScore] = useState<PasswordScore | null>(null)
  const update = useCallback(() => {
    if (!form.current) return
    const fields = new FormData(form.current)
    const password = textOf(fields, 'password')
    const owner = { name: textOf(fields, 'fullName'), email: textOf(fields, 'email') }
    setScore(password === '' ? null : scorePassword(password, owner))
  }, [form])
  // What was typed before the page's script arrived.
  useEffect(update, [update])
  return { score, update }
}
