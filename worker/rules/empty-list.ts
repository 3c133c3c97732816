/** Said wherever Google's public page came without any review, so that no two screens tell it differently. */
export const EMPTY_PUBLIC_LIST = {
  headline: 'Google showed no reviews',
  text: 'Google keeps the reviews of many places from visitors, so that does not mean that there are none. Connect your Business Profile to get all of them.',
} as const
