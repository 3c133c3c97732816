import { type ClassValue, clsx } from 'clsx'

/** Families of classes that share a name and take any value: 'p-4', 'max-w-sm'. */
const NAMED =
  /^-?(p[xytrbl]?|m[xytrbl]?|size|w|h|min-w|min-h|max-w|max-h|gap-[xy]|gap|items|justify|bg|overflow-[xy]|overflow|whitespace|opacity|font)-/

/** Families of classes that match a pattern; the first match wins. */
const LOOKS: readonly [RegExp, string][] = [
  [/^(block|inline-block|inline-flex|flex|inline-grid|grid|hidden|contents)$/, 'display'],
  [/^(static|fixed|absolute|relative|sticky)$/, 'position'],
  [/^flex-(row|col)(-reverse)?$/, 'flex-direction'],
  [/^text-(left|center|right|start|end)$/, 'text-align'],
  [/^text-(balance|pretty|wrap|nowrap)$/, 'text-wrap'],
  [/^text-(base|xs|sm|md|lg|xl|[0-9.]+xl)$/, 'font-size'],
  [/^text-/, 'text-color'],
  [/^rounded(-|$)/, 'rounded'],
  [/^shadow(-|$)/, 'shadow'],
  [/^border(-[024])?$/, 'border-w'],
  [/^border-(solid|dashed|dotted|none)$/, 'border-style'],
  // 'border-t' and 'border-l-4' set one side, 'border-input' the color of all.
  [/^border-(?![xytrbl](-|$))/, 'border-color'],
]

/** Families that a family overrides besides itself: 'p-1' overrides 'px-4'. */
const COVERS: Record<string, string> = {
  p: 'px py pt pr pb pl',
  px: 'pr pl',
  py: 'pt pb',
  m: 'mx my mt mr mb ml',
  mx: 'mr ml',
  my: 'mt mb',
  size: 'w h',
  gap: 'gap-x gap-y',
  overflow: 'overflow-x overflow-y',
}

const merged = new Map<string, string>()

/**
 * Joins class names; of two Tailwind classes that set the same property, the later one wins. Knows only the families
 * that screens override on a component, to keep the table small; classes of other families are all kept.
 */
export function cn(...values: ClassValue[]): string {
  const classes = clsx(values)
  let known = merged.get(classes)
  if (known === undefined) {
    known = merge(classes)
    merged.set(classes, known)
  }
  return known
}

function merge(classes: string): string {
  const taken = new Set<string>()
  return classes
    .split(' ')
    .reverse()
    .filter((name) => {
      // 'md:hover:p-4' only overrides classes with the same conditions.
      const [, condition = '', own = name] = /^(.*:)?(.*)$/.exec(name) ?? []
      const family = NAMED.exec(own)?.[1] ?? LOOKS.find(([look]) => look.test(own))?.[1]
      if (family === undefined) return true
      if (taken.has(condition + family)) return false
      for (const covered of [family, ...(COVERS[family]?.split(' ') ?? [])]) taken.add(condition + covered)
      return true
    })
    .reverse()
    .join(' ')
}
