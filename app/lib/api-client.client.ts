import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import { recordAnswer } from './report-security-event.ts'
import { organizationHeaders } from './shown-organization.ts'

/** Browsers take 64 KiB for requests that end although their page was left; a character has up to three bytes. */
const MAX_KEPT_CHARS = 20_000

/** One request a call: a batch would make a quick answer wait for a slow one. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/trpc',
      headers: organizationHeaders,
      fetch: async (input, init) => {
        const { body } = init as RequestInit
        const keepalive = typeof body === 'string' && body.length < MAX_KEPT_CHARS
        const response = await fetch(input, { ...(init as RequestInit), keepalive })
        void recordAnswer(response)
        return response
      },
    }),
  ],
})
