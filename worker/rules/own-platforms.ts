import * as v from 'valibot'
import { nameString, TAG_COLORS } from './fields.ts'
import { MAX_PLATFORM_NAME_CHARS } from './platform-names.ts'
import { type OwnPlatformId as Id, OWN_PLATFORM_ID, PLATFORM_NAMES, PLATFORMS } from './platforms.ts'

const CHOOSE = 'Choose one of the platforms listed.'

const OwnPlatformKey = v.pipe(
  v.string(CHOOSE),
  v.regex(OWN_PLATFORM_ID, CHOOSE),
  v.transform((text) => text as Id),
)

export const AnyPlatformKey = v.union([v.picklist(PLATFORMS, CHOOSE), OwnPlatformKey], CHOOSE)

/** Ignores case, spaces and punctuation. */
function isOneOfTheFour(name: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return Object.values(PLATFORM_NAMES).some((known) => plain(known) === plain(name))
}

const NAME = 'Give the platform a name.'

export const OwnPlatformName = v.pipe(
  nameString(MAX_PLATFORM_NAME_CHARS, 'Name', NAME),
  v.check((name) => /[\p{L}\p{N}]/u.test(name), NAME),
  v.check((name) => !isOneOfTheFour(name), 'This platform is already there. Connect it instead.'),
)

const ENTRIES = { name: OwnPlatformName, color: v.picklist(TAG_COLORS, 'Choose a color.') }

export const CreatePlatformInput = v.object(ENTRIES)
export type CreatePlatformInput = v.InferOutput<typeof CreatePlatformInput>

export const UpdatePlatformInput = v.object({ id: OwnPlatformKey, ...ENTRIES })
export type UpdatePlatformInput = v.InferOutput<typeof UpdatePlatformInput>

export const OwnPlatformId = v.object({ id: OwnPlatformKey })
export type OwnPlatformId = v.InferOutput<typeof OwnPlatformId>

/** Names that differ only in case count as the same name. */
export function platformNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
