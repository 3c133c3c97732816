import { SUBSCRIPTION_GONE, type SubscriptionView } from '#worker/rules/alerts.ts'

/** What the token of a mail's link is about, or why it does not work. */
export async function readSubscription(
  request: Request,
  read: (input: { token: string }) => Promise<SubscriptionView>,
): Promise<{ subscription: SubscriptionView | null; problem: string }> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    return { subscription: await read({ token }), problem: '' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'NOT_FOUND' && code !== 'BAD_REQUEST') throw error
    return { subscription: null, problem: SUBSCRIPTION_GONE }
  }
}
