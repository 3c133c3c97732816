import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge, validators } from 'tailwind-merge'

const { isAny, isTshirtSize } = validators
const ANY = [isAny]

/** 'border-t' and 'border-l-4' are about one side, 'border-input' about the colour of all. */
function isNoSide(value: string): boolean {
  return !/^[xytrbl](-|$)/.test(value)
}

/** Families with a name and any value: 'p-4', 'max-w-sm'. */
const PREFIXES = [
  ...['p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  ...['size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'gap'],
  ...['items', 'justify', 'bg', 'overflow', 'whitespace', 'opacity'],
]

/**
 * The families of classes that screens overrule on a component. The library's own table knows all of Tailwind, at
 * 5 KB gzip on every screen; classes of a family that is missing here simply stay side by side.
 */
const CLASS_GROUPS = {
  ...Object.fromEntries(PREFIXES.map((prefix) => [prefix, [{ [prefix]: ANY }]])),
  display: ['block', 'inline-block', 'inline-flex', 'flex', 'inline-grid', 'grid', 'hidden', 'contents'],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
  'font-size': [{ text: ['base', isTshirtSize] }],
  'text-color': [{ text: ANY }],
  'font-weight': [{ font: ANY }],
  rounded: [{ rounded: ['', ...ANY] }],
  'border-w': [{ border: ['', '0', '2', '4'] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  'border-color': [{ border: [isNoSide] }],
  shadow: [{ shadow: ['', ...ANY] }],
}

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: CLASS_GROUPS,
  conflictingClassGroups: {
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    size: ['w', 'h'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}))

/** Joins class names; of two Tailwind classes that set the same thing the later one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
