import { Laptop, Smartphone } from 'lucide'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/mutate.ts'
import type { SessionListItem } from '#worker/identity/sessions/list-sessions.ts'
import { MAX_SESSIONS } from '#worker/rules/sessions.ts'

export function SessionsCard({ sessions }: { sessions: readonly SessionListItem[] }) {
  const { busy, act } = useAction()
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)

  async function end(what: string, call: Promise<unknown>, done: string) {
    await act(what, async () => {
      await call
      toast.success(done)
    })
    fireAppEvent('account-updated')
  }

  const endOne = ({ id, device }: SessionListItem) =>
    end(id, api.auth.sessions.revoke.mutate({ id }), `${device} is logged out.`)
  const endOthers = () =>
    end('others', api.auth.sessions.revokeOthers.mutate(), 'You are logged out everywhere else.')

  return (
    <TitledCard
      title="Where you are signed in"
      description={`You can be signed in on up to ${MAX_SESSIONS} devices. A new sign-in ends the oldest session.`}
      className="grid gap-5"
    >
      <ul className="grid gap-5">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <SessionLine session={session} />
            {!session.isCurrent && (
              <Button
                variant="outline"
                pending={busy === session.id}
                aria-label={`End the session of ${session.device}`}
                onClick={() => endOne(session)}
              >
                End the session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <Button
          variant="outline"
          className="justify-self-start"
          pending={busy === 'others'}
          onClick={endOthers}
        >
          End all others
        </Button>
      )}
    </TitledCard>
  )
}

function SessionLine({ session }: { session: SessionListItem }) {
  const { device, network, place, lastActivityAt, keptUntil, isCurrent } = session
  const { date } = useFormat()
  const icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop
  const where = [place, network].filter(Boolean).join(', ')
  return (
    <>
      <Icon of={icon} className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {isCurrent && <Badge variant="positive">This device</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          {where && <>{where} · </>}
          active <RelativeTime date={lastActivityAt} />
          {keptUntil && <> · stays signed in until {date(keptUntil)}</>}
        </p>
      </div>
    </>
  )
}
