import {
  ChartNoAxesColumn,
  type IconNode,
  LayoutDashboard,
  Megaphone,
  MessageSquareText,
  Sparkles,
  Store,
} from 'lucide'
import { type LockableSection, lockText } from '#worker/rules/plans.ts'

export interface NavItem {
  label: string
  to: string
  icon: IconNode
  end: boolean
  badge?: string | undefined
}

/** The main screens; the mobile drawer lists only these. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: 'Dashboard', to: '/app', icon: LayoutDashboard, end: true },
  { label: 'Reviews', to: '/app/reviews', icon: MessageSquareText, end: false },
  { label: 'Businesses', to: '/app/businesses', icon: Store, end: false },
]

/** Listed in the sidebar. On phones, people reach it from the Reviews screen and from each business's menu. */
export const ASK_ITEM: NavItem = { label: 'Get reviews', to: '/app/ask', icon: Megaphone, end: false }

const LOCKABLE: readonly {
  section: LockableSection
  label: string
  icon: IconNode
  badge?: string
}[] = [
  { section: 'analytics', label: 'Analytics', icon: ChartNoAxesColumn },
  { section: 'ai-insights', label: 'AI Insights', icon: Sparkles, badge: 'AI' },
]

export function openItems(plan: string): NavItem[] {
  return LOCKABLE.filter(({ section }) => lockText(section, plan) === null).map(({ section, ...item }) => ({
    ...item,
    to: `/app/${section}`,
    end: false,
  }))
}

export function lockedItems(plan: string) {
  return LOCKABLE.flatMap(({ section, label, icon }) => {
    const text = lockText(section, plan)
    return text === null ? [] : [{ label, icon, text, to: `/app/${section}` }]
  })
}
