import { PlansLink } from '#app/components/text-link.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { type ApiKeyView, KEY_SCOPE_NAMES } from '#worker/rules/api-keys.ts'
import { hasFeature } from '#worker/rules/plans.ts'

interface AssistantsCardProps {
  /** Where assistants are connected. */
  address: string
  assistants: readonly ApiKeyView[]
}

export function AssistantsCard({ address, assistants }: AssistantsCardProps) {
  const mayConnect = hasFeature(useViewer().plan, 'hasApiAccess')
  const { busy, act } = useAction()

  const disconnect = ({ id, name }: ApiKeyView) =>
    act(id, async () => {
      await mutate(api.assistants.disconnect.mutate({ id }), 'account-updated')
      toast.success(`${name} is disconnected.`)
    })

  return (
    <TitledCard
      title="Assistants"
      description="Claude, ChatGPT and others that may work with your reviews."
      className="grid gap-5"
    >
      {assistants.length > 0 && (
        <ul className="grid gap-5">
          {assistants.map((assistant) => (
            <li key={assistant.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <AssistantLine assistant={assistant} />
              <ConfirmButton
                trigger={{
                  variant: 'outline',
                  pending: busy === assistant.id,
                  children: 'Disconnect',
                  'aria-label': `Disconnect ${assistant.name}`,
                }}
                title={`Disconnect ${assistant.name}?`}
                text="It can no longer read your reviews or answer them. You can connect it again."
                action="Disconnect"
                isDestructive
                onAction={() => disconnect(assistant)}
              />
            </li>
          ))}
        </ul>
      )}
      {mayConnect ? (
        <p className="text-sm text-muted-foreground">
          To connect one, add a connector in its settings, with this address:{' '}
          <code className="font-mono wrap-anywhere text-foreground">{address}</code>
        </p>
      ) : (
        <p className="text-sm text-muted-foreground">
          Assistants are part of AI Insights. <PlansLink />
        </p>
      )}
    </TitledCard>
  )
}

function AssistantLine({ assistant }: { assistant: ApiKeyView }) {
  const { name, assistantHost, scopes, maker, createdAt, lastUsedAt } = assistant
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
        <span className="text-sm font-normal wrap-anywhere text-muted-foreground">{assistantHost}</span>
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {scopes.map((scope) => KEY_SCOPE_NAMES[scope]).join(' · ')}
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        Connected <RelativeTime date={createdAt} /> by {maker} ·{' '}
        {lastUsedAt ? (
          <>
            last used <RelativeTime date={lastUsedAt} />
          </>
        ) : (
          'never used'
        )}
      </p>
    </div>
  )
}
