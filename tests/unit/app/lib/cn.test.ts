import { expect, test } from 'vitest'
import { cn } from '#app/lib/cn.ts'

test.each([
  [['px-4 h-9', 'px-2'], 'h-9 px-2'],
  [['p-5', 'pb-0'], 'p-5 pb-0'],
  [['px-4 pl-2', 'p-1'], 'p-1'],
  [['h-11 w-4 md:h-9', 'size-6'], 'md:h-9 size-6'],
  [['h-11 md:h-9', 'md:h-8'], 'h-11 md:h-8'],
  [['text-sm text-muted-foreground', 'text-primary'], 'text-sm text-primary'],
  [['text-sm text-center text-foreground', 'text-lg'], 'text-center text-foreground text-lg'],
  [['border border-input', 'border-destructive'], 'border border-destructive'],
  [['border border-dashed border-input', 'border-transparent'], 'border border-dashed border-transparent'],
  [['border', 'border-l-4 border-t'], 'border border-l-4 border-t'],
  [['bg-card hover:bg-accent', 'bg-muted'], 'hover:bg-accent bg-muted'],
  [['flex flex-col flex-1', 'flex-row'], 'flex flex-1 flex-row'],
  [['grid w-full', 'hidden', 'md:flex'], 'w-full hidden md:flex'],
  [['rounded-lg', 'rounded-full'], 'rounded-full'],
  [['font-medium', false, undefined, 'font-normal'], 'font-normal'],
  [['shadow-xs', 'shadow-none'], 'shadow-none'],
  [['gap-2', 'gap-x-4 gap-y-3'], 'gap-2 gap-x-4 gap-y-3'],
  [['gap-x-4 gap-y-3', 'gap-2'], 'gap-2'],
  [['-mt-2 hover:-ml-1', 'm-0 hover:ml-2'], 'm-0 hover:ml-2'],
  [['text-balance', 'text-nowrap', 'text-2xl', 'text-3xl'], 'text-nowrap text-3xl'],
  [['max-w-lg sm:max-w-xl', 'sm:max-w-2xl'], 'max-w-lg sm:max-w-2xl'],
])('the classes %j become "%s"', (classes, joined) => {
  expect(cn(...classes)).toBe(joined)
})
