import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'

/** The platform's coloured initial and its name. CSS draws the initial, so a mark is one element. */
export function PlatformMark({ platform }: { platform: Platform }) {
  return (
    <span data-platform={platform} className="platform-mark">
      {PLATFORM_NAMES[platform]}
    </span>
  )
}
