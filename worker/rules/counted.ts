/** The part of `useFormat()` that sentences with numbers need. */
export interface NumberFormat {
  number(value: number, digits?: number): string
}

/** '1 review', '4,000 reviews', in the user's number format. */
export function counted(count: number, noun: string, { number }: NumberFormat): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}
