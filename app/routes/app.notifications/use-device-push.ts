import { useEffect, useState } from 'react'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { DeviceView } from '#worker/rules/alerts.ts'

/** Push support in this browser: none, only as an installed app, blocked, off or on. */
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

/** Push messages in this browser: their state, and functions to turn them on and off. */
export function useDevicePush(pushKey: string, devices: readonly DeviceView[]) {
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
