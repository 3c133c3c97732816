import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { StepDialog } from '#app/components/ui/step-dialog.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import {
  type CreateWebhookInput,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookView,
} from '#worker/rules/webhooks.ts'

/** The form for an endpoint (null for a new one), or a newly created secret. */
export type WebhookStep = { endpoint: WebhookView | null } | { secret: string; proofFault: string | null }

interface WebhookDialogProps {
  step: WebhookStep
  onSave: (input: CreateWebhookInput) => Promise<void>
  onClose: () => void
}

/** A new secret stays on screen until people confirm that they saved it. */
export default function WebhookDialog({ step, onSave, onClose }: WebhookDialogProps) {
  const isShown = 'secret' in step
  return (
    <StepDialog step={isShown ? 'secret' : 'form'} mustStay={isShown} onClose={onClose}>
      {isShown ? (
        <NewSecret secret={step.secret} proofFault={step.proofFault} onDone={onClose} />
      ) : (
        <WebhookForm endpoint={step.endpoint} onSave={onSave} />
      )}
    </StepDialog>
  )
}

function WebhookForm({
  endpoint,
  onSave,
}: Pick<WebhookDialogProps, 'onSave'> & { endpoint: WebhookView | null }) {
  const form = useForm(async (fields) => {
    const events = WEBHOOK_EVENTS.filter((event) => fields.getAll('events').includes(event))
    await onSave({ url: textOf(fields, 'url'), events })
  })
  return (
    <>
      <DialogHeading title={endpoint ? 'Change the endpoint' : 'New webhook endpoint'}>
        Messages identify the review but don’t contain its text: your program reads that with an API key.
      </DialogHeading>
      <Form form={form}>
        <TextField
          label="Address"
          hint="Your program’s address, such as https://example.com/reviews."
          error={form.errors.url}
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          required
          maxLength={1000}
          defaultValue={endpoint?.url}
        />
        <fieldset className="grid gap-1" aria-describedby={form.errors.events && 'events-error'}>
          <legend className="mb-1 text-sm font-medium">Events to send</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} className="flex min-h-11 items-center gap-3 text-sm dense:min-h-8">
              <input
                type="checkbox"
                name="events"
                value={event}
                defaultChecked={endpoint?.events.includes(event) ?? true}
                aria-invalid={form.errors.events ? true : undefined}
                className="size-5 accent-primary"
              />
              {WEBHOOK_EVENT_NAMES[event]}
            </label>
          ))}
          {form.errors.events && (
            <p id="events-error" className="text-sm text-destructive">
              {form.errors.events}
            </p>
          )}
        </fieldset>
        <DialogFooter>
          <SubmitButton form={form}>{endpoint ? 'Save' : 'Add the endpoint'}</SubmitButton>
        </DialogFooter>
      </Form>
    </>
  )
}

interface NewSecretProps {
  secret: string
  proofFault: string | null
  onDone: () => void
}

function NewSecret({ secret, proofFault, onDone }: NewSecretProps) {
  return (
    <>
      <DialogHeading title="The endpoint’s secret">
        Copy it to your program now: this is the only time we show it. With it the program can tell our
        messages from anybody else’s.
      </DialogHeading>
      <code className="rounded-lg bg-muted px-3 py-2 font-mono text-sm break-all">{secret}</code>
      {proofFault !== null && (
        <Alert variant="warning">
          Nothing is sent there yet: the endpoint didn’t answer our challenge. {proofFault} Add the secret to
          your program, then press Try again.
        </Alert>
      )}
      <DialogFooter>
        <CopyButton text={secret} label="Copy" />
        <Button onClick={onDone}>I’ve saved it</Button>
      </DialogFooter>
    </>
  )
}
