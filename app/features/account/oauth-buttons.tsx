import type { MouseEvent } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { KEEP_FIELD, KEEP_VALUE, OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#worker/rules/oauth.ts'
import { KeepSignedIn } from './auth-page.tsx'
import { ProviderIcon } from './provider-icon.tsx'

export interface OAuthButtonsProps {
  /** Enabled providers; renders nothing if empty. */
  providers: readonly OAuthProvider[]
  /** The query with the address to return to; '' for the dashboard. */
  query: string
  divider: string
  /** Id of the form below, if it shares the 'keep me signed in' choice, which is then rendered here. */
  keepForm?: string
}

/**
 * A row of provider links. Links, because they work without script and our CSP allows forms to submit to this site
 * only.
 */
export function OAuthButtons({ providers, query, divider, keepForm }: OAuthButtonsProps) {
  if (providers.length === 0) return null
  return (
    <div className="mb-6 grid gap-6">
      {keepForm !== undefined && <KeepSignedIn form={keepForm} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-2">
        {providers.map((provider) => {
          const name = OAUTH_PROVIDER_NAMES[provider]
          return (
            <Button key={provider} asChild variant="outline" size="lg" className="px-2">
              <a
                href={`/auth/${provider}${query}`}
                onClick={takeChoiceAlong}
                aria-label={`Continue with ${name}`}
              >
                <ProviderIcon provider={provider} />
                {name}
              </a>
            </Button>
          )
        })}
      </div>
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {divider}
      </p>
    </div>
  )
}

/** Adds the current 'keep me signed in' choice to the link when it's clicked. */
function takeChoiceAlong({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(link.href)
  const isKept = document.querySelector(`input[name="${KEEP_FIELD}"]:checked`) !== null
  if (isKept) url.searchParams.set(KEEP_FIELD, KEEP_VALUE)
  else url.searchParams.delete(KEEP_FIELD)
  link.href = url.href
}
