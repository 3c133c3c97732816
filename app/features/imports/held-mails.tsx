import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate } from '#app/lib/mutate.ts'
import { useAction } from '#app/lib/use-action.ts'
import type { HeldMailView } from '#worker/rules/imports.ts'
import { sayAdded } from './say-added.ts'

const NO_ROOM = "You've used up this month's new reviews. This one waits here; add it next month."

/** Lists reviews from unauthenticated emails for somebody to accept or reject; renders nothing if there are none. */
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
        <PlatformMark platform={mail.platform} />
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
