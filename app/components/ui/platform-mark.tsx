import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'

/** The platform's letter in its colour and its name. The letter is drawn by CSS: one element a mark. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span data-platform={platform} className="platform-mark">
      {PLATFORM_NAMES[platform]}
    </span>
  )
}
