import { type NamedPlatform, PLATFORM_NAMES, platformName } from '#worker/rules/platforms.ts'

/** Name of a platform; as a colored tag if the owner has added the platform. */
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
