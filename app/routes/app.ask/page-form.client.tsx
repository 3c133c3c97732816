import { Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import {
  type AskScreenView,
  LANGUAGE_NAMES,
  MAX_HANDLE_CHARS,
  MAX_LINKS,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '#worker/rules/asking.ts'

interface PageFormProps {
  view: AskScreenView
  businessId: string
  /** Absent for a page that doesn't exist yet. */
  onClose?: () => void
}

export default function PageForm({ view: { page, suggestion }, businessId, onClose }: PageFormProps) {
  const [rows, setRows] = useState(() =>
    [...(page?.links ?? suggestion.links), ...(page || suggestion.links.length > 0 ? [] : [EMPTY])].map(
      (link, id) => ({ ...link, id }),
    ),
  )
  const [isOn, setIsOn] = useState(page?.isOn ?? true)
  const form = useForm(async (fields) => {
    const links = rows.map((_, index) => ({
      name: textOf(fields, `links.${index}.name`),
      url: textOf(fields, `links.${index}.url`),
    }))
    const handle = textOf(fields, 'handle')
    // Safe: the list's own values.
    const language = textOf(fields, 'language') as PageLanguage
    await mutate(api.asking.savePage.mutate({ businessId, handle, language, links, isOn }), 'account-updated')
    onClose?.()
  })
  const add = () => setRows([...rows, { ...EMPTY, id: 1 + Math.max(-1, ...rows.map(({ id }) => id)) }])
  return (
    <Form form={form}>
      <TextField
        label="Address of the page"
        name="handle"
        defaultValue={page?.handle ?? suggestion.handle}
        maxLength={MAX_HANDLE_CHARS}
        autoCapitalize="none"
        spellCheck={false}
        error={form.errors.handle}
        hint={
          page
            ? 'The part after /r/. Its former addresses keep working, so printed cards do too.'
            : 'The part after /r/. You can change it later.'
        }
      />
      <Field label="Language" error={form.errors.language}>
        {(control) => (
          <Select {...control} name="language" defaultValue={page?.language ?? 'en'}>
            {PAGE_LANGUAGES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-medium">Where people can write</legend>
        {rows.map(({ id, name, url }, index) => (
          <div key={id} className="grid gap-3 rounded-lg border p-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto]">
            <TextField
              label={`Name of link ${index + 1}`}
              name={`links.${index}.name`}
              defaultValue={name}
              maxLength={40}
              placeholder="Google"
              error={form.errors[`links.${index}.name`]}
            />
            <TextField
              label={`Address of link ${index + 1}`}
              name={`links.${index}.url`}
              type="url"
              defaultValue={url}
              maxLength={2048}
              placeholder="https://"
              error={form.errors[`links.${index}.url`]}
            />
            <Button
              variant="ghost"
              className="justify-self-start sm:self-end"
              aria-label={`Remove link ${index + 1}`}
              onClick={() => setRows(rows.filter((row) => row.id !== id))}
            >
              <Icon of={Trash2} />
              Remove
            </Button>
          </div>
        ))}
        {form.errors.links && <p className="text-sm text-destructive">{form.errors.links}</p>}
        {rows.length < MAX_LINKS && (
          <Button variant="outline" className="justify-self-start" onClick={add}>
            <Icon of={Plus} />
            Add a link
          </Button>
        )}
      </fieldset>
      {page && (
        <LabelledSwitch
          label="Page is on"
          hint="Switched off, it tells people that it isn’t available."
          checked={isOn}
          onCheckedChange={setIsOn}
        />
      )}
      <div className="flex gap-2">
        <SubmitButton form={form}>{page ? 'Save page' : 'Make the page'}</SubmitButton>
        {onClose && (
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  )
}

const EMPTY = { name: '', url: '' }
