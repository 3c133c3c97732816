import type { ReactNode } from 'react'
import { useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { PlansLink, TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select, Textarea } from '#app/components/ui/input.tsx'
import { api, fieldErrors } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import {
  ASK_AGAIN_DAYS,
  type Asked,
  type AskScreenView,
  CONSENT_NAMES,
  CONSENTS,
  type Consent,
  MAX_ASKED_AT_ONCE,
  MAX_PERSON_CHARS,
  type MailBar,
  peopleIn,
} from '#worker/rules/asking.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import { askedSentence } from './asked-sentence.ts'
import { lineFaultOf, listFaultOf } from './list-fault.ts'

interface MailCardProps {
  view: AskScreenView
  businessId: string
}

export function MailCard({ view: { mail, mayAsk }, businessId }: MailCardProps) {
  return (
    <TitledCard
      title="Ask by e-mail"
      description={`We send one e-mail to each person, at most every ${ASK_AGAIN_DAYS} days, with a way to say ‘never again’.`}
      className="grid gap-5"
    >
      {mail.bar !== null && <Remedy bar={mail.bar} businessId={businessId} />}
      {mail.bar === null && !mayAsk && (
        <p className="text-sm text-muted-foreground">Your role lets you look, not ask.</p>
      )}
      {mail.bar === null && mayAsk && (
        <>
          <AskForm businessId={businessId} />
          <p className="text-sm text-muted-foreground">
            {mail.leftToday} of {mail.perDay} e-mails left today. Each ends with your address,{' '}
            {mail.postalAddress}, as the law requires.
          </p>
        </>
      )}
    </TitledCard>
  )
}

function Remedy({ bar, businessId }: { bar: MailBar; businessId: string }) {
  return <Alert variant="info">{remedyOf(bar, businessId)}</Alert>
}

function remedyOf(bar: MailBar, businessId: string): ReactNode {
  switch (bar) {
    case 'no_page':
      return 'Switch your review page on first: the e-mail leads to it.'
    case 'not_verified':
      return (
        <p>
          Confirm your own e-mail address first, under <TextLink href="/app/profile">Profile</TextLink>.
        </p>
      )
    case 'no_proof':
      return (
        <p>
          So that nobody asks in your name,{' '}
          <TextLink href={connectScreen(businessId)}>connect the account</TextLink> of this location, or
          choose a paid plan. <PlansLink />
        </p>
      )
    case 'no_address':
      return (
        <p>
          E-mails like this need your postal address.{' '}
          <TextLink href={`/app/businesses/edit?id=${businessId}`}>Add it to this location</TextLink>.
        </p>
      )
    case 'no_service':
      return 'This server can’t send e-mails yet. Please write to its operator.'
    case 'sample':
      return 'This location is a sample. Nobody is asked about it.'
    default:
      return bar satisfies never
  }
}

function AskForm({ businessId }: { businessId: string }) {
  const [isList, setIsList] = useState(false)
  const [listFault, setListFault] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<{ id: number; asked: Asked } | null>(null)
  const form = useForm(async (fields) => {
    const list = isList ? peopleIn(textOf(fields, 'people')) : null
    const people = list?.map(({ name, email }) => ({ name, email })) ?? [
      { name: textOf(fields, 'people.0.name'), email: textOf(fields, 'people.0.email') },
    ]
    const fault = list && listFaultOf(list)
    setListFault(fault)
    if (fault !== null) return
    // Safe: the list's own values; '' is refused with a message.
    const consent = textOf(fields, 'consent') as Consent
    try {
      const asked = await mutate(api.asking.ask.mutate({ businessId, consent, people }), 'account-updated')
      setOutcome({ id: (outcome?.id ?? 0) + 1, asked })
    } catch (error) {
      const lineFault = list && lineFaultOf(list, fieldErrors(error))
      if (lineFault === null) throw error
      setListFault(lineFault)
    }
  })
  return (
    <>
      {outcome && (
        <Alert variant={outcome.asked.asked > 0 ? 'success' : 'warning'}>
          {askedSentence(outcome.asked)}
        </Alert>
      )}
      {/* Remounted, so that the fields are empty after people were asked. */}
      <Form key={`${outcome?.id ?? 0}-${isList}`} form={form}>
        {isList ? (
          <Field
            label="People"
            error={listFault ?? form.errors.people}
            hint={`One a line, up to ${MAX_ASKED_AT_ONCE}: Ana Reis, ana@example.com`}
          >
            {(control) => <Textarea {...control} name="people" dir="auto" className="min-h-36" />}
          </Field>
        ) : (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Name"
              optional
              name="people.0.name"
              maxLength={MAX_PERSON_CHARS}
              autoComplete="off"
              error={form.errors['people.0.name']}
            />
            <TextField
              label="E-mail"
              name="people.0.email"
              type="email"
              maxLength={254}
              autoComplete="off"
              error={form.errors['people.0.email']}
            />
          </div>
        )}
        <Field
          label={isList ? 'Where did they agree to be asked?' : 'Where did this person agree to be asked?'}
          error={form.errors.consent}
          hint="It’s kept with each e-mail, in case somebody asks you."
        >
          {(control) => (
            <Select {...control} name="consent" defaultValue="">
              <option value="" disabled>
                Choose
              </option>
              {CONSENTS.map((consent) => (
                <option key={consent} value={consent}>
                  {CONSENT_NAMES[consent]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>{isList ? 'Ask these people' : 'Ask this person'}</SubmitButton>
          <Button variant="ghost" onClick={() => setIsList(!isList)}>
            {isList ? 'Ask one person' : 'Ask several people'}
          </Button>
        </div>
      </Form>
    </>
  )
}
