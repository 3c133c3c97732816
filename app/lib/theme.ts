import { rememberInCookie } from './browser-state.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_NAMES: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** 'system' if the value is unknown. */
export function themeOf(value: string | null): Theme {
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/** Value of `data-theme` on the document; undefined lets the system decide. */
export function themeAttribute(theme: Theme): 'light' | 'dark' | undefined {
  return theme === 'system' ? undefined : theme
}

export function chooseTheme(theme: Theme): void {
  const attribute = themeAttribute(theme)
  if (attribute) document.documentElement.dataset.theme = attribute
  else delete document.documentElement.dataset.theme
  rememberInCookie('theme', theme)
}
