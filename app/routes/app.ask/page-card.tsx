import { ExternalLink, Plus, Trash2 } from 'lucide'
import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { OutsideLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { mutate } from '#app/lib/mutate.ts'
import {
  type AskScreenView,
  LANGUAGE_NAMES,
  MAX_HANDLE_CHARS,
  MAX_LINKS,
  NO_YELP,
  PAGE_LANGUAGES,
  type PageLanguage,
  type ReviewPageView,
} from '#worker/rules/asking.ts'

interface PageCardProps {
  view: AskScreenView
  businessId: string
}

const CHANGE_ID = 'change-page'

/** The public page: its address, or the form that makes or changes it. */
export function PageCard({ view, businessId }: PageCardProps) {
  const { page, mayAsk, businessName } = view
  const [isOpen, setIsOpen] = useState(false)
  const isReady = useHydrated()
  const close = () =>
    closeAndRefocus(
      () => document.getElementById(CHANGE_ID),
      () => setIsOpen(false),
    )
  return (
    <TitledCard
      title="Your review page"
      description={`One page that leads to where people can write about ${businessName}. It’s the same for everyone.`}
      className="grid gap-5"
    >
      {page && !isOpen && <PageSummary page={page} />}
      {page && !isOpen && mayAsk && (
        <Button
          id={CHANGE_ID}
          variant="outline"
          className="justify-self-start"
          disabled={!isReady}
          onClick={() => setIsOpen(true)}
        >
          Change the page
        </Button>
      )}
      {(!page || isOpen) && mayAsk && (
        <PageForm view={view} businessId={businessId} {...(page && { onClose: close })} />
      )}
      {!page && !mayAsk && <p className="text-sm text-muted-foreground">Nobody has made this page yet.</p>}
      <p className="text-sm text-muted-foreground">{NO_YELP}</p>
    </TitledCard>
  )
}

function PageSummary({ page: { url, links, isOn, language } }: { page: ReviewPageView }) {
  return (
    <div className="grid gap-4">
      {!isOn && (
        <Alert variant="warning">This page is switched off. People see that it isn’t available.</Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-56 rounded-lg bg-muted px-3 py-2 font-mono text-sm break-all">
          {url}
        </code>
        <CopyButton text={url} label="Copy link" />
        <Button asChild variant="outline">
          <OutsideLink href={url}>
            <Icon of={ExternalLink} />
            Open page
          </OutsideLink>
        </Button>
      </div>
      <p className="text-sm text-muted-foreground">
        Leads to {links.map(({ name }) => name).join(', ')}. In {LANGUAGE_NAMES[language]}.
      </p>
    </div>
  )
}

interface PageFormProps extends PageCardProps {
  /** Absent for a page that isn't made yet. */
  onClose?: () => void
}

function PageForm({ view: { page, suggestion }, businessId, onClose }: PageFormProps) {
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
              size="icon"
              className="self-end"
              aria-label={`Remove link ${index + 1}`}
              onClick={() => setRows(rows.filter((row) => row.id !== id))}
            >
              <Icon of={Trash2} />
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
