import { startTransition, useId, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { PlansLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/input.tsx'
import { LabelledSwitch } from '#app/components/ui/switch.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useLocale } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { AlertSettings } from '#worker/rules/alerts.ts'
import { DigestField, digestOf, StarsField } from './choices.tsx'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const DUE = {
  label: 'Answers due soon',
  hint: 'When reviews need an answer soon to keep the target of a location.',
}
const ALARMS_AND_DUE = {
  label: 'Alarms, and answers due soon',
  hint: `When something unusual happens: more bad reviews, a topic turning bad, or far more or fewer reviews than in the last six months. ${DUE.hint}`,
}
const NIGHT = { from: '21:00', until: '07:00' }

/** Alerts on devices use the same settings. */
export function MailCard({
  settings,
  isCollectedByPlan,
  hasAlarms,
}: {
  settings: AlertSettings
  isCollectedByPlan: boolean
  hasAlarms: boolean
}) {
  const [takesMail, setTakesMail] = useState(settings.takesMail)
  const [takesAlarms, setTakesAlarms] = useState(settings.takesAlarms)
  const [digest, setDigest] = useState(settings.digest)
  const [isQuiet, setQuiet] = useState(settings.quietFrom !== null)
  const form = useForm(async (fields) => {
    await mutate(
      api.alerts.save.mutate({
        takesMail,
        takesAlarms,
        alertStars: Number(textOf(fields, 'alertStars')),
        digest: digestOf(textOf(fields, 'digest')),
        digestWeekday: Number(fields.get('digestWeekday') ?? settings.digestWeekday),
        digestTime: textOf(fields, 'digestTime') || settings.digestTime,
        quietFrom: isQuiet ? textOf(fields, 'quietFrom') : null,
        quietUntil: isQuiet ? textOf(fields, 'quietUntil') : null,
        timeZone: textOf(fields, 'timeZone').trim(),
      }),
      'account-updated',
    )
    toast.success('Your change is saved.', { title: 'Saved' })
  })
  return (
    <TitledCard
      title="Alerts and digest"
      description="Bad reviews right away, the rest in one summary. If nothing is new, no e-mail is sent."
      className="grid gap-5"
    >
      {!settings.isVerified && (
        <Alert variant="warning">
          <p>No e-mails are sent until you have confirmed {settings.email}.</p>
          <ResendVerification />
        </Alert>
      )}
      {!isCollectedByPlan && (
        <Alert variant="info">
          <p>
            On your plan, reviews come in when you collect them, so you only get alerts about reviews from
            forwarded e-mails. <PlansLink>See the plans that collect automatically</PlansLink>
          </p>
        </Alert>
      )}
      <Form form={form}>
        <LabelledSwitch
          label={`E-mails to ${settings.email}`}
          checked={takesMail}
          onCheckedChange={setTakesMail}
        />
        {!takesMail && (
          <p className="text-sm text-muted-foreground">You won’t get alerts or the digest by e-mail.</p>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <StarsField value={settings.alertStars} />
          <DigestField value={settings.digest} onChange={setDigest} />
          {digest === 'weekly' && (
            <Field label="Day">
              {(control) => (
                <Select {...control} name="digestWeekday" defaultValue={settings.digestWeekday}>
                  {WEEKDAYS.map((name, day) => (
                    <option key={name} value={day}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {digest !== 'off' && (
            <TextField
              label="Time"
              name="digestTime"
              type="time"
              defaultValue={settings.digestTime}
              error={form.errors.digestTime}
              required
            />
          )}
        </div>
        <LabelledSwitch
          {...(hasAlarms ? ALARMS_AND_DUE : DUE)}
          checked={takesAlarms}
          onCheckedChange={setTakesAlarms}
        />
        <LabelledSwitch
          label="Quiet hours"
          hint="Alerts wait until quiet hours end. The digest still comes at its set time."
          checked={isQuiet}
          onCheckedChange={setQuiet}
        />
        {isQuiet && (
          <div className="grid grid-cols-2 gap-5">
            <TextField
              label="From"
              name="quietFrom"
              type="time"
              defaultValue={settings.quietFrom ?? NIGHT.from}
              error={form.errors.quietFrom}
              required
            />
            <TextField
              label="Until"
              name="quietUntil"
              type="time"
              defaultValue={settings.quietUntil ?? NIGHT.until}
              error={form.errors.quietUntil}
              required
            />
          </div>
        )}
        <TimeZoneField settings={settings} error={form.errors.timeZone} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>Save</SubmitButton>
          {settings.isVerified && <TestButton />}
        </div>
      </Form>
    </TitledCard>
  )
}

function TestButton() {
  const { busy, act } = useAction()
  return (
    <Button
      variant="outline"
      pending={busy === 'test'}
      onClick={() =>
        act('test', async () => {
          await api.alerts.sendTest.mutate()
          toast.success('The test e-mail is on its way. It should be there within two minutes.')
        })
      }
    >
      Send me a test e-mail
    </Button>
  )
}

/** Shows the browser's time zone until the person chooses one. */
function TimeZoneField({ settings, error }: { settings: AlertSettings; error: string | undefined }) {
  const { timeZone: own } = useLocale()
  const [typed, setTyped] = useState(settings.isZoneChosen ? settings.timeZone : null)
  // There are hundreds of zones, so load them only when the field is used.
  const [zones, setZones] = useState<readonly string[]>([])
  const listId = useId()
  return (
    <>
      <TextField
        label="Time zone"
        hint="E-mails come at the times above in this zone."
        name="timeZone"
        value={typed ?? own}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => startTransition(() => setZones(Intl.supportedValuesOf('timeZone')))}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        error={error}
        required
      />
      <datalist id={listId}>
        {zones.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
