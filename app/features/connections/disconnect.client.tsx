import { ConfirmAction } from '#app/components/ui/confirm-action.client.tsx'
import { CONNECTION_PROVIDER_NAMES, type ConnectionView } from '#worker/rules/connections.ts'

export interface DisconnectProps {
  connection: ConnectionView
  onClose: () => void
  onDisconnect: () => void
}

/** Asks before an account is disconnected. A default export, because it is loaded when first used. */
export default function Disconnect({ connection, onClose, onDisconnect }: DisconnectProps) {
  const { provider, label, links } = connection
  const name = CONNECTION_PROVIDER_NAMES[provider]
  const used = links.map((link) => link.businessName).join(', ')
  return (
    <ConfirmAction
      title={`Disconnect ${label}?`}
      text={
        <>
          {`We stop using this ${name} account at once and tell ${name} so. `}
          {used &&
            `${used} ${links.length === 1 ? 'goes' : 'go'} on with the public page where there is a link to it, and without replies being posted. `}
          The reviews and replies collected so far stay.
        </>
      }
      action="Disconnect"
      isDestructive
      onAction={onDisconnect}
      onClose={onClose}
    />
  )
}
