import { SCREENS_PREFIX } from '#worker/rules/kept-screens.ts'

/** Drops the copies of screens, when somebody signs out. */
export async function forgetScreens(): Promise<void> {
  if (!('caches' in window)) return
  const names = (await window.caches.keys()).filter((name) => name.startsWith(SCREENS_PREFIX))
  await Promise.all(names.map((name) => window.caches.delete(name)))
}
