import type { IconNode } from 'lucide'
import { createElement } from 'react'

interface IconProps {
  of: IconNode
  className?: string
  strokeWidth?: number
  'aria-label'?: string
}

/** A Lucide icon. `lucide-react` would recompute each icon's attributes at every render and weigh 1 KB more. */
export function Icon({ of, className, strokeWidth = 2, 'aria-label': label }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      role={label && 'img'}
      aria-label={label}
      aria-hidden={!label || undefined}
    >
      {of.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
