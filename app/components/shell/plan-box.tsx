import { ArrowUp } from 'lucide'
import { PlansButton } from '#app/components/text-link.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'
import { isPlan, PLAN_NAMES, type PlanTier, planName, tierOf } from '#worker/rules/plans.ts'

const DOT_CLASSES: Record<PlanTier, string> = {
  free: 'bg-plan-free',
  pro: 'bg-plan-pro',
  ai_insights: 'bg-plan-ai',
}

export function PlanBox({ plan, isCollapsed = false }: { plan: string; isCollapsed?: boolean }) {
  const name = `${planName(plan)} plan`
  return (
    <div className={cn('grid gap-3 p-4', isCollapsed && 'justify-center px-0')}>
      <p
        className={cn('flex items-center gap-2 text-sm', isCollapsed && 'justify-center')}
        title={isCollapsed ? name : undefined}
      >
        <span className={cn('size-2.5 shrink-0 rounded-full', DOT_CLASSES[tierOf(plan)])} />
        <span className={isCollapsed ? 'sr-only' : 'min-w-0 wrap-anywhere'}>{name}</span>
      </p>
      {!isPlan(plan) && (
        <p className={isCollapsed ? 'sr-only' : 'text-xs text-muted-foreground'}>
          We don’t recognize this plan. It works like {PLAN_NAMES[tierOf(plan)]}, but includes no locations.
        </p>
      )}
      <PlansButton
        variant="outline"
        size={isCollapsed ? 'icon' : 'default'}
        title={isCollapsed ? 'Upgrade Plan' : undefined}
      >
        <Icon of={ArrowUp} />
        <span className={isCollapsed ? 'sr-only' : undefined}>Upgrade Plan</span>
      </PlansButton>
    </div>
  )
}
