import { type NamedPlatform, PLATFORM_NAMES, platformName } from '#worker/rules/platforms.ts'

/** The platform's coloured initial, or the colour of one that the owner has added, and its name. Drawn by CSS. */
export function PlatformMark({ platform, own }: NamedPlatform) {
  return platform === 'other' ? (
    <span data-color={own?.color} className="tag">
      <span className="min-w-0 wrap-anywhere">{platformName({ platform, own })}</span>
    </span>
  ) : (
    <span data-platform={platform} className="platform-mark">
      {PLATFORM_NAMES[platform]}
    </span>
  )
}
