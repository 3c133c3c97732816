import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { MAX_VOICE_CHARS, type ModelAgreementView } from '#worker/rules/language-model.ts'
import { type OrganizationItem, type OrganizationView, ROLE_NAMES } from '#worker/rules/organizations.ts'
import { planName } from '#worker/rules/plans.ts'
import { REPLY_DELAYS } from '#worker/rules/responses.ts'

export function OrganizationCard({ organization }: { organization: OrganizationView }) {
  const form = useForm(async (fields) => {
    const details = {
      name: textOf(fields, 'name'),
      website: textOf(fields, 'website'),
      industry: textOf(fields, 'industry'),
      billingEmail: textOf(fields, 'billingEmail'),
      replyDelayMinutes: REPLY_DELAYS.find((delay) => String(delay) === textOf(fields, 'replyDelayMinutes')),
    }
    await mutate(api.organizations.update.mutate(details), 'account-updated')
    toast.success('Your change is saved.', { title: 'Saved' })
  })
  const { errors } = form
  return (
    <TitledCard title="Organization" description="Visible to all members." className="grid gap-5">
      <Form form={form}>
        <TextField
          label="Name"
          error={errors.name}
          name="name"
          defaultValue={organization.name}
          required
          maxLength={120}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Website"
            optional
            error={errors.website}
            name="website"
            inputMode="url"
            defaultValue={organization.website ?? ''}
          />
          <TextField
            label="Industry"
            optional
            error={errors.industry}
            name="industry"
            defaultValue={organization.industry ?? ''}
            maxLength={120}
          />
        </div>
        <TextField
          label="Billing e-mail"
          optional
          error={errors.billingEmail}
          name="billingEmail"
          type="email"
          defaultValue={organization.billingEmail ?? ''}
          maxLength={254}
        />
        <Field
          label="Post replies"
          hint="With a delay, whoever wrote a reply can press Undo until it’s posted."
        >
          {(control) => (
            <Select
              {...control}
              name="replyDelayMinutes"
              defaultValue={String(organization.replyDelayMinutes)}
            >
              {REPLY_DELAYS.map((delay) => (
                <option key={delay} value={delay}>
                  {delay === 0 ? 'Right away' : delay === 1 ? 'After 1 minute' : `After ${delay} minutes`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SubmitButton form={form} className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}

export function OwnOrganizationsCard({ organizations }: { organizations: readonly OrganizationItem[] }) {
  const form = useForm(async (fields) => {
    await api.organizations.create.mutate({ name: textOf(fields, 'name') })
    return '/app'
  })
  return (
    <TitledCard
      title="Your organizations"
      description="Each has its own businesses, team and plan."
      className="grid gap-6"
    >
      <ul className="grid gap-5">
        {organizations.map((organization) => (
          <Organization key={organization.id} organization={organization} />
        ))}
      </ul>
      <Form form={form}>
        <TextField
          label="New organization"
          hint="It starts on the Free plan, and you’ll be its owner."
          error={form.errors.name}
          name="name"
          autoComplete="off"
          required
          maxLength={120}
        />
        <SubmitButton form={form} variant="outline" className="justify-self-start">
          Create organization
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}

function Organization({ organization }: { organization: OrganizationItem }) {
  const { busy, act } = useAction()
  const { id, name, role, plan, isCurrent } = organization
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted-foreground">{`${ROLE_NAMES[role]}, ${planName(plan)} plan`}</p>
      </div>
      {isCurrent ? (
        <Badge variant="positive">Current</Badge>
      ) : (
        <Button
          variant="outline"
          pending={busy === 'switch'}
          aria-label={`Switch to ${name}`}
          onClick={() =>
            act('switch', async () => {
              await api.organizations.switch.mutate({ id })
              // A full navigation, so that nothing of the other organization stays in memory.
              window.location.assign('/app')
            })
          }
        >
          Switch
        </Button>
      )}
    </li>
  )
}

export function LanguageModelCard({ agreement }: { agreement: ModelAgreementView }) {
  const [isAllowed, setAllowed] = useState(agreement.isAllowed)
  const form = useForm(async (fields) => {
    await mutate(
      api.insights.saveModelAgreement.mutate({ isAllowed, voice: textOf(fields, 'voice') }),
      'account-updated',
    )
    toast.success(
      isAllowed ? 'New drafts will be rewritten in your voice.' : 'Nothing is sent to the language model.',
    )
  })
  return (
    <TitledCard
      title="Language model"
      description="Drafts of replies can be rewritten so that they sound like you. Off unless you, the owner, agree."
      className="grid gap-5"
    >
      <div className="grid gap-3 text-sm text-muted-foreground">
        <p>
          While this is on, each request for a draft sends the review’s text and the draft to{' '}
          <span className="font-mono wrap-anywhere">{agreement.model}</span>, a model that Cloudflare runs.
          Review texts then leave the database of this service.
        </p>
        <p>
          Names, phone numbers, links and e-mail addresses are removed first, as far as they can be
          recognized, and put back afterwards. Versions that seem to add something to the draft are not
          offered. We never send reviews of health care businesses or of businesses with no industry stated,
          nor replies that go out automatically.
        </p>
        <p>You can switch it off at any time. Drafts the model has written are then deleted.</p>
      </div>
      <Form form={form}>
        <LabelledSwitch
          label="Rewrite drafts in my voice"
          checked={isAllowed}
          onCheckedChange={setAllowed}
          disabled={!form.isReady}
        />
        {isAllowed && (
          <Field
            label="How you write"
            optional
            hint="Keep it brief. It is sent along with each draft."
            error={form.errors.voice}
          >
            {(control) => (
              <Textarea
                {...control}
                name="voice"
                dir="auto"
                defaultValue={agreement.voice ?? ''}
                placeholder="Short sentences. We say “guests”, never “customers”."
                maxLength={MAX_VOICE_CHARS}
              />
            )}
          </Field>
        )}
        <SubmitButton form={form} className="justify-self-start">
          Save
        </SubmitButton>
      </Form>
    </TitledCard>
  )
}
