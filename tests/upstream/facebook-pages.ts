import type { FacebookPresence } from './listing.ts'

/** The pages of the invented businesses, by the key of the listing. */
export const FACEBOOK_PAGES = {
  small: { pageId: '104829374650112', username: 'marloweanddaughter', plan: { count: 3 } },
  mixed: {
    pageId: '61550293847561',
    username: null,
    plan: { count: 60, ratingOnlyShare: 0.3, foreignShare: 0.05 },
  },
  large: {
    pageId: '238475610293847',
    username: 'harborstreetnoodles',
    plan: { count: 900, ratingOnlyShare: 0.35, foreignShare: 0.03 },
  },
  changing: { pageId: '117364528190374', username: 'junipervet.ashdown', plan: { count: 45 } },
  empty: { pageId: '109283746501928', username: 'fableandfern', plan: { count: 0 } },
  gone: { pageId: '192837465019283', username: 'cedarpointhardware', plan: { count: 0 } },
} as const satisfies Record<string, FacebookPresence>
