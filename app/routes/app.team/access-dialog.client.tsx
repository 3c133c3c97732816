import { useState } from 'react'
import { Form, SubmitButton, useForm } from '#app/components/form.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import type { TeamAccess } from '#worker/rules/organizations.ts'

interface AccessDialogProps extends Pick<TeamAccess, 'businesses'> {
  /** Whose businesses they are. */
  name: string
  /** What they see now; null for all. */
  limit: readonly string[] | null
  /** @param businessIds null for all */
  onChoose: (businessIds: string[] | null) => Promise<void>
  onClose: () => void
}

const LABEL = 'flex min-h-11 items-center gap-3 text-sm md:min-h-8'
const BOX = 'size-5 shrink-0 accent-primary'

/** Which businesses a member sees: all, or those that are ticked. */
export default function AccessDialog({ name, businesses, limit, onChoose, onClose }: AccessDialogProps) {
  const [seesAll, setSeesAll] = useState(limit === null)
  const form = useForm(async (fields) => {
    await onChoose(seesAll ? null : fields.getAll('businesses').map(String))
  })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeading title={`Businesses ${name} can see`}>
          Reviews, figures, mails and downloads of the others are closed to them at once.
        </DialogHeading>
        <Form form={form}>
          <label className={LABEL}>
            <input
              type="checkbox"
              className={BOX}
              checked={seesAll}
              onChange={(event) => setSeesAll(event.target.checked)}
            />
            All businesses, and those you add later
          </label>
          {!seesAll && (
            <fieldset className="grid gap-1" aria-describedby={form.errors.businessIds && 'businesses-error'}>
              <legend className="mb-1 text-sm font-medium">Only these</legend>
              {businesses.map((business) => (
                <label key={business.id} className={LABEL}>
                  <input
                    type="checkbox"
                    name="businesses"
                    value={business.id}
                    defaultChecked={limit?.includes(business.id)}
                    aria-invalid={form.errors.businessIds ? true : undefined}
                    className={BOX}
                  />
                  <span className="min-w-0 wrap-anywhere">{business.name}</span>
                </label>
              ))}
              {form.errors.businessIds && (
                <p id="businesses-error" className="text-sm text-destructive">
                  {form.errors.businessIds}
                </p>
              )}
            </fieldset>
          )}
          <DialogFooter>
            <SubmitButton form={form}>Save</SubmitButton>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
