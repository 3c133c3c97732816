import { WifiOffIcon } from 'lucide-react'
import { useOnline } from '#app/lib/use-online.ts'
import { OFFLINE_TEXT } from '#worker/rules/error-catalogue.ts'

export function OfflineBanner() {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 bg-neutral-soft px-4 py-2 text-sm text-neutral md:px-8">
          <WifiOffIcon className="size-4 shrink-0" aria-hidden />
          {OFFLINE_TEXT}
        </p>
      )}
    </div>
  )
}
