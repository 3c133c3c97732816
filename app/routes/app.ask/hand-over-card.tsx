import { Mail, MessageCircle, MessageSquare, Printer } from 'lucide'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Textarea } from '#app/components/ui/input.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { mutateOrToast, useAction } from '#app/lib/mutate.ts'
import { type AskScreenView, askHints, type HandOver, type ReviewPageView } from '#worker/rules/asking.ts'

interface HandOverCardProps {
  /** `usualMessage` is the default text, without the link. Both texts are in the language of the review page. */
  view: Pick<AskScreenView, 'mayAsk'> & { usualMessage: string; mailSubject: string }
  page: ReviewPageView
  businessId: string
}

/** A text to send from the owner's own phone or mail program, and cards to print. */
export function HandOverCard({ view, page, businessId }: HandOverCardProps) {
  const { mayAsk, usualMessage: usual } = view
  const [message, setMessage] = useState(page.message ?? usual)
  const isReady = useHydrated()
  const { busy, act } = useAction()
  const text = `${message.trim()} ${page.url}`
  const body = encodeURIComponent(text)
  const subject = encodeURIComponent(view.mailSubject)
  const ways = [
    { channel: 'sms', label: 'Text message', icon: MessageSquare, href: `sms:?&body=${body}` },
    { channel: 'whatsapp', label: 'WhatsApp', icon: MessageCircle, href: `https://wa.me/?text=${body}` },
    {
      channel: 'own_mail',
      label: 'Your e-mail',
      icon: Mail,
      href: `mailto:?subject=${subject}&body=${body}`,
    },
  ] as const
  const record = (channel: HandOver) => {
    if (mayAsk)
      void mutateOrToast(api.asking.recordHandOver.mutate({ businessId, channel }), 'account-updated')
  }
  const save = () =>
    act('save', async () => {
      const given = message.trim() === usual ? '' : message
      await mutateOrToast(api.asking.saveMessage.mutate({ businessId, message: given }), 'account-updated')
    })
  const isChanged = message.trim() !== (page.message ?? usual)
  return (
    <TitledCard
      title="Ask in person or from your phone"
      description="The text opens in your own app, and you choose who gets it. We don’t see them."
      className="grid gap-5"
    >
      <Field label="Your text" hint="The link of your page follows it.">
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            value={message}
            maxLength={500}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
        )}
      </Field>
      {askHints(message).map((hint) => (
        <Alert key={hint} variant="warning">
          {hint}
        </Alert>
      ))}
      <div className="flex flex-wrap gap-2">
        {isChanged && mayAsk && (
          <Button pending={busy === 'save'} disabled={!isReady} onClick={() => void save()}>
            Save text
          </Button>
        )}
        <CopyButton text={text} label="Copy text" onCopied={() => record('copy')} />
        {ways.map(({ channel, label, icon, href }) => (
          <Button key={channel} asChild variant="outline">
            <a
              href={href}
              onClick={() => record(channel)}
              {...(channel === 'whatsapp' && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <Icon of={icon} />
              {label}
            </a>
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2 border-t pt-5">
        <LinkButton to={`/app/ask/print?businessId=${businessId}&as=card`} variant="outline">
          <Icon of={Printer} />
          Print cards
        </LinkButton>
        <LinkButton to={`/app/ask/print?businessId=${businessId}&as=stand`} variant="outline">
          <Icon of={Printer} />
          Print a table stand
        </LinkButton>
      </div>
    </TitledCard>
  )
}
