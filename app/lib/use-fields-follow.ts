import { type RefObject, useEffect, useRef } from 'react'

/**
 * Updates a form's fields whenever the address changes, including on Back and by links. The fields are uncontrolled and
 * stay mounted, so they keep the focus. Hidden fields are left alone.
 *
 * @param values by field name; a missing one is empty
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
      // Don't overwrite what was typed while the response was on its way.
      const isTyping = field === document.activeElement && field.value.trim() !== (before[field.name] ?? '')
      if (!isTyping) field.value = now[field.name] ?? ''
    }
  }, [form, said])
}
