import type { WidgetLayout } from '#worker/rules/widgets.ts'

export const LAYOUT_NAMES: Record<WidgetLayout, string> = {
  list: 'List',
  carousel: 'Carousel',
  badge: 'Badge',
}
