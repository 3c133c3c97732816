import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { HeldMailView, ImportOptionsView } from '#worker/rules/imports.ts'
import { sayAdded } from './say-added.ts'

export function MailCard({ options }: { options: ImportOptionsView }) {
  const [address, setAddress] = useState(options.mailAddress)
  const { busy, act } = useAction<'make' | 'remove'>()
  const businessId = options.business.id

  async function make() {
    const { mailAddress } = await api.imports.renewMailAddress.mutate({ businessId })
    setAddress(mailAddress)
  }

  async function remove() {
    await api.imports.removeMailAddress.mutate({ businessId })
    setAddress(null)
    toast.success('The address was removed. E-mails sent to it will be rejected.')
  }

  const onMake = () => act('make', make, 'No address was created')
  const onRemove = () => act('remove', remove, 'The address was not removed')
  return (
    <TitledCard
      id="by-mail"
      role="region"
      aria-label="By e-mail"
      title="By e-mail"
      description="Google, Yelp and Facebook e-mail you about new reviews. Forward that e-mail, and the review is added here."
      className="grid gap-4"
    >
      {!options.receivesMail && (
        <p className="text-sm text-muted-foreground">
          This server can’t receive e-mail yet. Its operator can set that up.
        </p>
      )}
      {options.receivesMail && address === null && (
        <Button pending={busy === 'make'} onClick={onMake} className="justify-self-start">
          Create an address
        </Button>
      )}
      {options.receivesMail && address !== null && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-lg bg-muted px-3 py-2 text-sm break-all">{address}</code>
            <CopyButton text={address} label="Copy" />
          </div>
          <ol className="list-decimal space-y-1 pl-5 text-sm">
            <li>Open the e-mail that says someone left a review.</li>
            <li>
              Forward it to this address unchanged: keep the original text below the line your e-mail app
              adds.
            </li>
            <li>
              Forward it from the address you sign in with. A review from any other address waits on this
              screen until you add it.
            </li>
            <li>
              The review appears within a minute. If we can't read the e-mail, you get a notification, and the
              e-mail is not kept.
            </li>
          </ol>
          <p className="text-sm text-muted-foreground">
            Gmail can forward these e-mails automatically: add the address under 'Forwarding' in its settings.
            The code it asks for arrives here as a notification.
          </p>
          <p className="text-sm text-muted-foreground">
            If the address leaks and you get e-mails from strangers, create a new one: the old one stops
            working.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" pending={busy === 'make'} disabled={busy !== null} onClick={onMake}>
              Create a new address
            </Button>
            <Button variant="outline" pending={busy === 'remove'} disabled={busy !== null} onClick={onRemove}>
              Remove address
            </Button>
          </div>
        </>
      )}
    </TitledCard>
  )
}

const NO_ROOM = "You've used up this month's new reviews. This one waits here; add it next month."

/** Reviews from unauthenticated emails, for somebody to accept or reject. */
export function HeldMails({ mails }: { mails: readonly HeldMailView[] }) {
  if (mails.length === 0) return null
  return (
    <TitledCard
      role="region"
      aria-label="Waiting for your decision"
      title="Waiting for your decision"
      description={
        <>
          These reviews came by e-mail, and we can't tell whether they are genuine: the sender is not a member
          of your organization, or the address could not be confirmed. Anything you don't decide on is deleted
          after 30 days.
        </>
      }
    >
      <ul className="grid gap-3">
        {mails.map((mail) => (
          <HeldMail key={mail.id} mail={mail} />
        ))}
      </ul>
    </TitledCard>
  )
}

function HeldMail({ mail }: { mail: HeldMailView }) {
  const format = useFormat()
  const { busy, act } = useAction<'add' | 'discard'>()
  const { id } = mail

  async function add() {
    sayAdded(await mutate(api.imports.addHeldMail.mutate({ id }), 'review-scraped'), NO_ROOM)
  }

  async function discard() {
    await mutate(api.imports.discardHeldMail.mutate({ id }), 'review-scraped')
  }

  return (
    <li className="grid gap-2 rounded-lg border p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlatformMark
          platform={mail.platform}
          {...(mail.platformColor && { own: { name: mail.platformName, color: mail.platformColor } })}
        />
        <span className="font-medium break-words">{mail.authorName}</span>
        <Stars rating={mail.rating} size="sm" />
        {mail.reviewDate && <span className="text-muted-foreground">{format.date(mail.reviewDate)}</span>}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard */}
      <p className="max-h-48 overflow-y-auto break-words whitespace-pre-line" tabIndex={0}>
        {mail.reviewText || 'No text'}
      </p>
      <p className="break-all text-muted-foreground">
        {mail.sender === '' ? 'From an unknown sender' : `From ${mail.sender}`},{' '}
        {format.date(mail.receivedAt)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          pending={busy === 'add'}
          disabled={busy !== null}
          aria-label={`Add the review of ${mail.authorName}`}
          onClick={() => act('add', add, 'The review was not added')}
        >
          Add
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={busy === 'discard'}
          disabled={busy !== null}
          aria-label={`Discard the review of ${mail.authorName}`}
          onClick={() => act('discard', discard, 'The review was not discarded')}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
