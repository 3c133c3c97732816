import { useRootData } from '#app/lib/root-data.ts'

/** Where people write who need help; null where whoever runs this names no address, or where nothing could be loaded. */
export function useSupportEmail(): string | null {
  return useRootData()?.supportEmail ?? null
}

/** The address as a link. */
export function SupportLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="wrap-anywhere text-primary underline underline-offset-4">
      {email}
    </a>
  )
}
