/** The screen where a business is connected. */
export function connectScreen(businessId: string): string {
  return `/app/businesses/${businessId}/connect`
}

/** Where a way to a platform ends whose business is not known any more. */
export const CONNECT_FALLBACK_SCREEN = '/app/businesses'
