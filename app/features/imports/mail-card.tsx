import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { useAction } from '#app/lib/use-action.ts'
import type { ImportOptionsView } from '#worker/rules/imports.ts'

/** An address that notification mails of the platforms are forwarded to. */
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
    toast.success('The address is removed. Mails to it are refused from now on.')
  }

  const onMake = () => act('make', make, 'No address was made')
  const onRemove = () => act('remove', remove, 'The address was not removed')
  return (
    <TitledCard
      role="region"
      aria-label="By mail"
      title="By mail"
      description="Google and Yelp mail you about a new review. Forward that mail, and the review is added here."
      className="grid gap-4"
    >
      {!options.receivesMail && (
        <p className="text-sm text-muted-foreground">
          This server receives no mails. Its operator can set that up.
        </p>
      )}
      {options.receivesMail && address === null && (
        <Button pending={busy === 'make'} onClick={onMake} className="justify-self-start">
          Make an address
        </Button>
      )}
      {options.receivesMail && address !== null && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <code className="min-w-0 rounded-lg bg-muted px-3 py-2 text-sm break-all">{address}</code>
            <CopyButton text={address} label="Copy" />
          </div>
          <ol className="list-decimal space-y-1 pl-5 text-sm">
            <li>Open the mail that says someone left a review.</li>
            <li>
              Forward it to this address, as it is: its text has to stay below the line of your mail program.
            </li>
            <li>
              Forward it from the address you sign in with. A review from any other address waits on this
              screen until you add it.
            </li>
            <li>
              The review appears within a minute. If we can't read the mail, you get a notification, and it is
              not kept.
            </li>
          </ol>
          <p className="text-sm text-muted-foreground">
            Gmail can forward such mails by itself: add the address under 'Forwarding' in its settings. The
            code it then asks for comes in here, as a notification.
          </p>
          <p className="text-sm text-muted-foreground">
            If the address got around and brings you mails of strangers, make a new one: the former stops
            working.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" pending={busy === 'make'} disabled={busy !== null} onClick={onMake}>
              Make a new address
            </Button>
            <Button variant="outline" pending={busy === 'remove'} disabled={busy !== null} onClick={onRemove}>
              Remove it
            </Button>
          </div>
        </>
      )}
    </TitledCard>
  )
}
