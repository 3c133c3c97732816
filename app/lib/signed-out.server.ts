import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { oauthProblemIn } from '#worker/rules/oauth.ts'
import { safeRedirect } from '#worker/rules/paths.ts'

/**
 * Loader for pages for signed-out visitors. Redirects everyone else to their target.
 *
 * @returns where to go after signing in; whether a page asked for that; the query that carries it between the forms
 */
export function signedOutLoader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('redirectTo')
  const target = safeRedirect(asked)
  if (context.session) throw redirect(target)
  const isDetour = asked !== null
  return { target, isDetour, otherForm: isDetour ? `?${new URLSearchParams({ redirectTo: target })}` : '' }
}

/** Like `signedOutLoader`, for pages that offer provider sign-in and show its outcome. */
export async function signedOutLoaderWithProviders(args: LoaderFunctionArgs) {
  return {
    ...signedOutLoader(args),
    providers: await args.context.api.auth.identities.offered(),
    providerProblem: oauthProblemIn(new URL(args.request.url).searchParams),
  }
}
