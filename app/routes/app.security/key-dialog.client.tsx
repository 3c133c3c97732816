import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { StepDialog } from '#app/components/ui/step-dialog.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import {
  type CreateApiKeyInput,
  FEED_PATH,
  KEY_LIFETIMES,
  KEY_SCOPE_NAMES,
  KEY_SCOPES,
} from '#worker/rules/api-keys.ts'

/** The form for a new key, or a newly created key: for an API client or for a feed's URL. */
export type KeyStep = 'form' | { key: string } | { feedKey: string }

interface KeyDialogProps {
  step: KeyStep
  onCreate: (input: CreateApiKeyInput) => Promise<void>
  onClose: () => void
}

/** A new key stays on screen until people confirm that they saved it. */
export default function KeyDialog({ step, onCreate, onClose }: KeyDialogProps) {
  const isShown = step !== 'form'
  return (
    <StepDialog step={isShown ? 'key' : 'form'} mustStay={isShown} onClose={onClose}>
      {isShown ? <NewKey step={step} onDone={onClose} /> : <KeyForm onCreate={onCreate} />}
    </StepDialog>
  )
}

function KeyForm({ onCreate }: Pick<KeyDialogProps, 'onCreate'>) {
  const form = useForm(async (fields) => {
    const days = KEY_LIFETIMES.find((known) => String(known) === textOf(fields, 'days')) ?? null
    const scopes = KEY_SCOPES.filter((scope) => fields.getAll('scopes').includes(scope))
    await onCreate({ name: textOf(fields, 'name'), scopes, days })
  })
  return (
    <>
      <DialogHeading title="New API key">
        Give each program its own key, with only the access it needs.
      </DialogHeading>
      <Form form={form}>
        <TextField
          label="Name"
          hint="What it is for, such as ‘Weekly report’."
          error={form.errors.name}
          name="name"
          autoComplete="off"
          required
          maxLength={60}
        />
        <fieldset className="grid gap-1" aria-describedby={form.errors.scopes && 'scopes-error'}>
          <legend className="mb-1 text-sm font-medium">What it may do</legend>
          {KEY_SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-11 items-center gap-3 text-sm dense:min-h-8">
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked={scope === 'read'}
                aria-invalid={form.errors.scopes ? true : undefined}
                className="size-5 accent-primary"
              />
              {KEY_SCOPE_NAMES[scope]}
            </label>
          ))}
          {form.errors.scopes && (
            <p id="scopes-error" className="text-sm text-destructive">
              {form.errors.scopes}
            </p>
          )}
        </fieldset>
        <Field label="Expires" error={form.errors.days}>
          {(control) => (
            <Select {...control} name="days" defaultValue="90">
              {KEY_LIFETIMES.map((days) => (
                <option key={days} value={days}>
                  After {days} days
                </option>
              ))}
              <option value="">Never</option>
            </Select>
          )}
        </Field>
        <DialogFooter>
          <SubmitButton form={form}>Create key</SubmitButton>
        </DialogFooter>
      </Form>
    </>
  )
}

function NewKey({ step, onDone }: { step: Exclude<KeyStep, 'form'>; onDone: () => void }) {
  const isFeed = 'feedKey' in step
  const secret = isFeed ? `${window.location.origin}${FEED_PATH}?key=${step.feedKey}` : step.key
  return (
    <>
      <DialogHeading title={isFeed ? 'Your feed’s address' : 'Your new API key'}>
        {isFeed
          ? 'Add it to your feed reader now: this is the only time we show it. Anyone who has it can read your reviews.'
          : 'Copy it to the program now: this is the only time we show it. Anyone who has it can do whatever the key allows.'}
      </DialogHeading>
      <code className="rounded-lg bg-muted px-3 py-2 font-mono text-sm break-all">{secret}</code>
      <DialogFooter>
        <CopyButton text={secret} label="Copy" />
        <Button onClick={onDone}>I’ve saved it</Button>
      </DialogFooter>
    </>
  )
}
