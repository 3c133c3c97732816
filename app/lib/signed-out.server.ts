import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { oauthProblemIn } from '#worker/rules/oauth.ts'
import { safeRedirect } from '#worker/rules/paths.ts'

/**
 * Loader of the pages for people who are not signed in. Everyone else is redirected to where they wanted to go.
 *
 * @returns where to go after signing in; whether a page asked for that; the query that keeps it between the forms
 */
export function signedOutLoader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('redirectTo')
  const target = safeRedirect(asked)
  if (context.session) throw redirect(target)
  const isDetour = asked !== null
  return { target, isDetour, otherForm: isDetour ? `?${new URLSearchParams({ redirectTo: target })}` : '' }
}

/** The same for the pages that offer to sign in with a provider, and say how that went. */
export async function signedOutLoaderWithProviders(args: LoaderFunctionArgs) {
  return {
    ...signedOutLoader(args),
    providers: await args.context.api.auth.identities.offered(),
    providerProblem: oauthProblemIn(new URL(args.request.url).searchParams),
  }
}
