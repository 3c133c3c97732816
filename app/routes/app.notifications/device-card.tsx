import { Laptop, Smartphone } from 'lucide'
import { useEffect, useState } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { DeviceView } from '#worker/rules/alerts.ts'

const NOT_HERE = {
  unsupported: 'This browser can’t show notifications from us. Try Chrome, Edge, Firefox or Safari.',
  'install first':
    'On an iPhone or iPad, add this page to your home screen first: tap Share, then Add to Home Screen. Open it from there and switch notifications on.',
  blocked:
    'This browser blocks our notifications. Allow them for this site in the browser’s settings, then reload this page.',
} as const

export function DeviceCard({ pushKey, devices }: { pushKey: string; devices: readonly DeviceView[] }) {
  const { busy, act } = useAction()
  const { state, own, switchOn, switchOff } = useDevicePush(pushKey, devices)

  async function begin() {
    try {
      if (!(await switchOn())) return
      toast.success('You’ll now get alerts on this device.')
    } catch (error) {
      // Browsers give their own reasons why the push service can't be reached.
      toast.error(
        error instanceof DOMException
          ? 'This browser can’t reach its push service. Try again later.'
          : errorText(error),
      )
    }
  }

  return (
    <TitledCard
      title="Notifications on your devices"
      description="Alerts with the same stars and quiet hours, even when this page is closed."
      className="grid gap-5"
    >
      {devices.length > 0 && (
        <ul className="grid gap-4">
          {devices.map((device) => (
            <li key={device.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <DeviceLine device={device} isOwn={device.id === own?.id} />
              <Button
                variant="outline"
                pending={busy === device.id}
                aria-label={`Switch off on ${device.name}`}
                onClick={() =>
                  act(device.id, async () => {
                    await switchOff(device)
                    toast.success(`No more notifications on ${device.name}.`)
                  })
                }
              >
                Switch off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {state === 'unknown' && <Skeleton className="h-11 w-56 dense:h-9" />}
      {state === 'off' && (
        <Button
          variant="outline"
          className="justify-self-start"
          pending={busy === 'on'}
          onClick={() => act('on', begin)}
        >
          Switch on for this device
        </Button>
      )}
      {state in NOT_HERE && (
        <p className="text-sm text-muted-foreground">{NOT_HERE[state as keyof typeof NOT_HERE]}</p>
      )}
    </TitledCard>
  )
}

function DeviceLine({ device, isOwn }: { device: DeviceView; isOwn: boolean }) {
  const icon = /Android|iPhone|iPad/.test(device.name) ? Smartphone : Laptop
  return (
    <>
      <Icon of={icon} className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device.name}
          {isOwn && <Badge variant="positive">This device</Badge>}
        </p>
        <p className="text-sm text-muted-foreground">
          On since <RelativeTime date={device.createdAt} />
        </p>
      </div>
    </>
  )
}

type PushState = 'unknown' | 'unsupported' | 'install first' | 'blocked' | 'off' | 'on'

const WORKER = '/sw.js'

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER)
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function stateOf(devices: readonly DeviceView[]): Promise<{ state: PushState; own?: DeviceView }> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // Safari on iOS supports push messages only for apps on the home screen.
    return { state: /iPhone|iPad/.test(navigator.userAgent) ? 'install first' : 'unsupported' }
  }
  if (Notification.permission === 'denied') return { state: 'blocked' }
  const endpoint = (await ownSubscription())?.endpoint
  const own = devices.find((device) => device.endpoint === endpoint)
  return own ? { state: 'on', own } : { state: 'off' }
}

function useDevicePush(pushKey: string, devices: readonly DeviceView[]) {
  const [found, setFound] = useState<{ state: PushState; own?: DeviceView }>({ state: 'unknown' })
  useEffect(() => {
    let isCurrent = true
    const show = (now: typeof found) => isCurrent && setFound(now)
    stateOf(devices).then(show, () => show({ state: 'unsupported' }))
    return () => {
      isCurrent = false
    }
  }, [devices])

  /** @returns false if the person denied permission */
  async function switchOn(): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') {
      if (Notification.permission === 'denied') setFound({ state: 'blocked' })
      return false
    }
    const registration = await navigator.serviceWorker.register(WORKER)
    await navigator.serviceWorker.ready
    // A subscription made for a former key of ours receives nothing.
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: pushKey,
    })
    const { endpoint = '', keys = {} } = subscription.toJSON()
    await mutate(
      api.alerts.addDevice.mutate({
        endpoint,
        keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
      }),
      'account-updated',
    )
    return true
  }

  async function switchOff(device: DeviceView): Promise<void> {
    if (device.id === found.own?.id) await (await ownSubscription())?.unsubscribe()
    await mutate(api.alerts.removeDevice.mutate({ id: device.id }), 'account-updated')
  }

  return { ...found, switchOn, switchOff }
}
