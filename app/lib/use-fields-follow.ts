import { type RefObject, useEffect, useRef } from 'react'

/**
 * A form's fields show what the address says whenever that changes: on Back and by links as well. They are the browser's
 * own, and stay where they are, so that they keep the focus. Hidden ones are not touched.
 *
 * @param values by the names of the fields; one that is missing is empty
 */
export function useFieldsFollow(
  form: RefObject<HTMLFormElement>,
  values: Readonly<Record<string, string | null | undefined>>,
): void {
  const said = JSON.stringify(values)
  const shown = useRef(said)
  useEffect(() => {
    if (shown.current === said) return
    const before = JSON.parse(shown.current)
    const now = JSON.parse(said)
    shown.current = said
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      if (field.type === 'hidden') continue
      // Whoever typed on while the answer was on its way goes on from there.
      const isTyping = field === document.activeElement && field.value.trim() !== (before[field.name] ?? '')
      if (!isTyping) field.value = now[field.name] ?? ''
    }
  }, [form, said])
}
