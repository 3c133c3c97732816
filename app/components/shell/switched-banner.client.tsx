import { RefreshCw } from 'lucide'
import { Icon } from '#app/components/ui/icon.tsx'

/** Says why changes are refused until the page is reloaded: typed text belongs to the former organization. */
export default function SwitchedBanner() {
  return (
    <p
      role="alert"
      className="flex items-start gap-2 border-b bg-neutral-soft px-4 py-2.5 text-sm text-neutral md:px-8"
    >
      <Icon of={RefreshCw} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        You switched to another organization in another tab. What you typed here was for the former one and
        can’t be saved. Copy it if you need it, then{' '}
        <button
          type="button"
          className="font-medium whitespace-nowrap underline underline-offset-4"
          onClick={() => window.location.reload()}
        >
          reload this page
        </button>
        .
      </span>
    </p>
  )
}
