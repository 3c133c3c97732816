import { hitsIn } from '#worker/rules/search-terms.ts'

export function MarkedText({ text, search }: { text: string; search: string | undefined }) {
  if (!search) return text
  return hitsIn(text, search).map((part, index) =>
    part.isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text don't move
      <mark key={index}>{part.text}</mark>
    ) : (
      part.text
    ),
  )
}
