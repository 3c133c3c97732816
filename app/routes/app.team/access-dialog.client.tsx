import { Form, SubmitButton, useForm } from '#app/components/form.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import type { TeamAccess } from '#worker/rules/organizations.ts'
import { BusinessChoice, chosenBusinesses } from './business-choice.tsx'

interface AccessDialogProps extends Pick<TeamAccess, 'businesses'> {
  name: string
  /** Null for all businesses. */
  limit: readonly string[] | null
  /** @param businessIds null for all */
  onChoose: (businessIds: string[] | null) => Promise<void>
  onClose: () => void
}

export default function AccessDialog({ name, businesses, limit, onChoose, onClose }: AccessDialogProps) {
  const form = useForm((fields) => onChoose(chosenBusinesses(fields)))
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeading title={`Businesses ${name} can see`}>
          They’ll immediately lose access to reviews, figures, e-mails and downloads for all others.
        </DialogHeading>
        <Form form={form}>
          <BusinessChoice businesses={businesses} limit={limit} error={form.errors.businessIds} />
          <DialogFooter>
            <SubmitButton form={form}>Save</SubmitButton>
          </DialogFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
