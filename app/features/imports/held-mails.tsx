import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#app/components/ui/card.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutateOrToast } from '#app/lib/mutate.ts'
import type { HeldMailView } from '#worker/rules/imports.ts'
import { sayAdded } from './say-added.ts'

const NO_ROOM = "This month's new reviews are used up. The review waits here; add it next month."

/** Reviews out of mails that nobody vouches for, for somebody to decide about; nothing where none waits. */
export function HeldMails({ mails }: { mails: readonly HeldMailView[] }) {
  if (mails.length === 0) return null
  return (
    <Card role="region" aria-label="Waiting for your decision">
      <CardHeader>
        <CardTitle>Waiting for your decision</CardTitle>
        <CardDescription>
          These reviews came by mail, and we can't tell whether they are genuine: the sender is not a member
          of your organization, or the address could not be confirmed. What you don't decide is forgotten
          after 30 days.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3">
          {mails.map((mail) => (
            <HeldMail key={mail.id} mail={mail} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

function HeldMail({ mail }: { mail: HeldMailView }) {
  const format = useFormat()
  const [deciding, setDeciding] = useState<'add' | 'discard' | null>(null)

  async function decide(decision: 'add' | 'discard') {
    const { id } = mail
    setDeciding(decision)
    if (decision === 'add') {
      const counts = await mutateOrToast(
        api.imports.addHeldMail.mutate({ id }),
        'review-scraped',
        'The review was not added',
      )
      if (counts) sayAdded(counts, NO_ROOM)
    } else {
      const call = api.imports.discardHeldMail.mutate({ id })
      await mutateOrToast(call, 'review-scraped', 'The review was not discarded')
    }
    setDeciding(null)
  }

  return (
    <li className="grid gap-2 rounded-lg border p-4 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlatformMark platform={mail.platform} />
        <span className="font-medium break-words">{mail.authorName}</span>
        <Stars rating={mail.rating} size="sm" />
        {mail.reviewDate && <span className="text-muted-foreground">{format.date(mail.reviewDate)}</span>}
      </p>
      <p className="max-h-48 overflow-y-auto break-words whitespace-pre-line">
        {mail.reviewText || 'No text'}
      </p>
      <p className="break-all text-muted-foreground">
        {mail.sender === '' ? 'From nobody named' : `From ${mail.sender}`}, {format.date(mail.receivedAt)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          pending={deciding === 'add'}
          disabled={deciding !== null}
          aria-label={`Add the review of ${mail.authorName}`}
          onClick={() => decide('add')}
        >
          Add
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={deciding === 'discard'}
          disabled={deciding !== null}
          aria-label={`Discard the review of ${mail.authorName}`}
          onClick={() => decide('discard')}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
