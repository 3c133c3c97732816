import { type RefObject, useEffect, useState } from 'react'
import { type PasswordScore, scorePassword } from '#worker/rules/passwords.ts'
import { textOf } from './use-account-form.ts'

/**
 * Scores the `password` of the form around an element against its `fullName` and `email`, while any of them is typed.
 *
 * @returns null while nothing is typed
 */
export function usePasswordScore(element: RefObject<HTMLElement>): PasswordScore | null {
  const [score, setScore] = useState<PasswordScore | null>(null)
  useEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return
    function update() {
      const fields = new FormData(form ?? undefined)
      const password = textOf(fields, 'password')
      const owner = { name: textOf(fields, 'fullName'), email: textOf(fields, 'email') }
      setScore(password === '' ? null : scorePassword(password, owner))
    }
    // What was typed before the page's script arrived.
    update()
    form.addEventListener('input', update)
    return () => form.removeEventListener('input', update)
  }, [element])
  return score
}
