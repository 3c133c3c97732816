import { type ComponentType, lazy } from 'react'

/** A part of a screen that is loaded late. Where that fails, the screen is as it is without it. */
export function lazyOrNothing<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const nothing: { default: ComponentType<Props> } = { default: () => null }
  return lazy(() => load().catch(() => nothing))
}
