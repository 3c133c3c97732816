import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { DeviceCard } from './device-card.tsx'
import { MailCard } from './mail-card.tsx'
import { RecipientsCard } from './recipients-card.tsx'

export const meta: MetaFunction = () => pageTitle('Notifications')

export const loader = signedInLoader(({ api }) => api.alerts.get())

export default function Notifications() {
  const { settings, isCollectedByPlan, hasAlarms, pushKey, devices, recipients } =
    useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader title="Notifications" description="What you hear about right away, and what can wait." />
      <div className="grid gap-6">
        <MailCard settings={settings} isCollectedByPlan={isCollectedByPlan} hasAlarms={hasAlarms} />
        {pushKey !== null && <DeviceCard pushKey={pushKey} devices={devices} />}
        {recipients !== null && <RecipientsCard recipients={recipients} isVerified={settings.isVerified} />}
      </div>
    </div>
  )
}
