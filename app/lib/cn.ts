import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge, validators } from 'tailwind-merge'

const { isAny, isTshirtSize } = validators
const ANY = [isAny]

/** 'border-t' and 'border-l-4' are about one side, 'border-input' about the colour of all. */
function isNoSide(value: string): boolean {
  return !/^[xytrbl](-|$)/.test(value)
}

/**
 * The families of classes that screens overrule on a component. The library's own table knows all of Tailwind, at
 * 5 KB gzip on every screen; classes of a family not listed here simply stay side by side.
 */
const CLASS_GROUPS = {
  display: ['block', 'inline-block', 'inline-flex', 'flex', 'inline-grid', 'grid', 'hidden', 'contents'],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  p: [{ p: ANY }],
  px: [{ px: ANY }],
  py: [{ py: ANY }],
  pt: [{ pt: ANY }],
  pr: [{ pr: ANY }],
  pb: [{ pb: ANY }],
  pl: [{ pl: ANY }],
  m: [{ m: ANY }],
  mx: [{ mx: ANY }],
  my: [{ my: ANY }],
  mt: [{ mt: ANY }],
  mr: [{ mr: ANY }],
  mb: [{ mb: ANY }],
  ml: [{ ml: ANY }],
  size: [{ size: ANY }],
  w: [{ w: ANY }],
  h: [{ h: ANY }],
  'min-w': [{ 'min-w': ANY }],
  'min-h': [{ 'min-h': ANY }],
  'max-w': [{ 'max-w': ANY }],
  'max-h': [{ 'max-h': ANY }],
  gap: [{ gap: ANY }],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  items: [{ items: ANY }],
  justify: [{ justify: ANY }],
  'text-align': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-wrap': [{ text: ['balance', 'pretty', 'wrap', 'nowrap'] }],
  'font-size': [{ text: ['base', isTshirtSize] }],
  'text-color': [{ text: ANY }],
  'font-weight': [{ font: ANY }],
  bg: [{ bg: ANY }],
  rounded: [{ rounded: ['', ...ANY] }],
  'border-w': [{ border: ['', '0', '2', '4'] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
  'border-color': [{ border: [isNoSide] }],
  shadow: [{ shadow: ['', ...ANY] }],
  overflow: [{ overflow: ANY }],
  whitespace: [{ whitespace: ANY }],
  opacity: [{ opacity: ANY }],
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
