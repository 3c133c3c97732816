export interface NumberFormat {
  number(value: number, digits?: number): string
}

/** '1 review', '4,000 reviews'. */
export function counted(count: number, noun: string, { number }: NumberFormat): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * Formats a number as in English: '4,000'. For sentences built while a module loads, where the first use of Intl would
 * cost every new isolate and tab 30 ms (decisions/0063).
 */
// @__NO_SIDE_EFFECTS__
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
