import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import type { Enrollment } from '#worker/identity/factors/enroll.ts'
import { groupedSecret } from '#worker/rules/mfa.ts'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'

export interface ScanStepProps {
  enrollment: Enrollment
  /** Finishes the set-up with a code of the app; rejects where it is refused. */
  onCode: (code: string) => Promise<void>
}

/** The key for the app, as a picture and as text, and the field for the app's first code. */
export function ScanStep({ enrollment, onCode }: ScanStepProps) {
  const form = useForm(async (fields) => onCode(textOf(fields, 'code')))
  return (
    <>
      <DialogHeading title="Set up your authenticator app">
        Any app that makes six-digit codes will do: Google Authenticator, 1Password, Aegis, your phone's own
        password app.
      </DialogHeading>
      <ol className="grid gap-4 text-sm">
        <li className="grid gap-3">
          <p>
            <b className="font-medium">1.</b> Scan this with the app.
          </p>
          {/* Dark on light in both themes: readers expect it so. */}
          <img
            src={enrollment.qrCode}
            alt="QR code with the key for your authenticator app"
            width={208}
            height={208}
            className="justify-self-center rounded-lg border bg-white"
          />
          <a
            href={enrollment.uri}
            className="flex min-h-11 items-center justify-self-center text-primary underline underline-offset-4 md:hidden"
          >
            Or open the app on this phone
          </a>
          <details>
            <summary className="min-h-11 cursor-pointer py-3 text-primary underline-offset-4 hover:underline md:min-h-0 md:py-0">
              Can't scan? Type the key
            </summary>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              <code className="min-w-0 flex-1 basis-56 rounded-lg bg-muted px-3 py-2 font-mono break-words">
                {groupedSecret(enrollment.secret)}
              </code>
              <CopyButton text={enrollment.secret} label="Copy key" />
            </div>
            <p className="mt-2 text-muted-foreground">Time based, 6 digits, every 30 seconds.</p>
          </details>
        </li>
        <li className="grid gap-3">
          <p>
            <b className="font-medium">2.</b> Enter the code the app shows now.
          </p>
          <Form form={form} className="gap-4">
            <CodeField kind="app" error={form.errors.code} />
            <DialogFooter>
              <SubmitButton form={form}>Turn on</SubmitButton>
            </DialogFooter>
          </Form>
        </li>
      </ol>
    </>
  )
}
