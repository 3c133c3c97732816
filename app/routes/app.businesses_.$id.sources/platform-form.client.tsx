import { ColorChoice } from '#app/components/color-choice.tsx'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { CreatePlatformInput } from '#worker/rules/own-platforms.ts'
import { MAX_PLATFORM_NAME_CHARS } from '#worker/rules/platform-names.ts'
import type { OwnPlatform } from '#worker/rules/platforms.ts'

/** `platform` is absent for a new one. */
export default function PlatformForm({ platform, onClose }: { platform?: OwnPlatform; onClose: () => void }) {
  const form = useForm(async (fields) => {
    // Safe: the server validates the input.
    const given = { name: textOf(fields, 'name'), color: textOf(fields, 'color') } as CreatePlatformInput
    await mutate(
      platform
        ? api.platforms.update.mutate({ id: platform.id, ...given })
        : api.platforms.create.mutate(given),
      'account-updated',
    )
    onClose()
  })
  return (
    <Form form={form}>
      <TextField
        label="Name of the platform"
        name="name"
        defaultValue={platform?.name}
        maxLength={MAX_PLATFORM_NAME_CHARS}
        error={form.errors.name}
        autoFocus
      />
      <ColorChoice value={platform?.color} />
      <div className="flex gap-2">
        <SubmitButton form={form}>Save platform</SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
