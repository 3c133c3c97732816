import { useRef } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { MAX_RECIPIENTS, type RecipientView } from '#worker/rules/alerts.ts'
import { choiceText, DigestField, digestOf, StarsField } from './choices.tsx'

const STATES = {
  asked: { label: 'Not confirmed yet', variant: 'neutral' },
  active: { label: 'Confirmed', variant: 'positive' },
  stopped: { label: 'Unsubscribed', variant: 'outline' },
} as const

export interface RecipientsCardProps {
  recipients: readonly RecipientView[]
  isVerified: boolean
}

/** People who get emails but have no account. */
export function RecipientsCard({ recipients, isVerified }: RecipientsCardProps) {
  return (
    <TitledCard
      title="Send a copy to"
      description="For a partner or a shop manager, say. They get the e-mails you choose once they’ve confirmed."
      className="grid gap-5"
    >
      {recipients.length > 0 && (
        <ul className="grid gap-4">
          {recipients.map((recipient) => (
            <Recipient key={recipient.id} recipient={recipient} />
          ))}
        </ul>
      )}
      {!isVerified ? (
        <p className="text-sm text-muted-foreground">
          Confirm your own address first, then you can add people.
        </p>
      ) : recipients.length >= MAX_RECIPIENTS ? (
        <p className="text-sm text-muted-foreground">
          You can add up to {MAX_RECIPIENTS} people. Remove one to add another.
        </p>
      ) : (
        <AddRecipient />
      )}
    </TitledCard>
  )
}

function Recipient({ recipient }: { recipient: RecipientView }) {
  const { busy, act } = useAction()
  const { id, email, state } = recipient
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
        </p>
        <p className="text-sm text-muted-foreground">{choiceText(recipient)}</p>
      </div>
      <Button
        variant="outline"
        pending={busy === id}
        aria-label={`Remove ${email}`}
        onClick={() =>
          act(id, async () => {
            await mutate(api.alerts.removeRecipient.mutate({ id }), 'account-updated')
            toast.success(`${email} won’t get any more e-mails.`)
          })
        }
      >
        Remove
      </Button>
    </li>
  )
}

function AddRecipient() {
  const fieldset = useRef<HTMLDivElement>(null)
  const form = useForm(async (fields) => {
    const email = textOf(fields, 'email')
    await mutate(
      api.alerts.addRecipient.mutate({
        email,
        alertStars: Number(textOf(fields, 'alertStars')),
        digest: digestOf(textOf(fields, 'digest')),
      }),
      'account-updated',
    )
    toast.success(`We asked ${email} to confirm. E-mails start once they do.`)
    const input = fieldset.current?.querySelector<HTMLInputElement>('input[name="email"]')
    if (input) input.value = ''
  })
  return (
    <Form form={form}>
      <div ref={fieldset} className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="E-mail"
          error={form.errors.email}
          name="email"
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          className="sm:col-span-2"
        />
        <StarsField value={3} />
        <DigestField value="weekly" />
      </div>
      <SubmitButton form={form} variant="outline" className="justify-self-start">
        Send request
      </SubmitButton>
    </Form>
  )
}
