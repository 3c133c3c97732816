import { Download, Printer } from 'lucide'
import { encodeQR } from 'qr'
import { useState } from 'react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { StepDialog } from '#app/components/ui/step-dialog.tsx'
import { download } from '#app/lib/download.ts'
import { BRAND_NAME } from '#app/lib/page-meta.ts'
import type { Enrollment } from '#worker/identity/factors/factors.ts'
import { groupedSecret } from '#worker/rules/mfa.ts'
import { CodeField } from './code-field.tsx'
import { CopyButton } from './copy-button.tsx'

export type FactorStep =
  | { name: 'scan'; enrollment: Enrollment }
  | { name: 'codes'; codes: readonly string[] }

interface FactorDialogProps {
  step: FactorStep
  onCode: (factorId: string, code: string) => Promise<void>
  onClose: () => void
}

/** The set-up can be cancelled until the recovery codes are created; after that, only once they are saved. */
export default function FactorDialog({ step, onCode, onClose }: FactorDialogProps) {
  return (
    <StepDialog step={step.name} mustStay={step.name === 'codes'} onClose={onClose}>
      {step.name === 'scan' ? (
        <ScanStep enrollment={step.enrollment} onCode={onCode} />
      ) : (
        <RecoveryCodesStep codes={step.codes} onSaved={onClose} />
      )}
    </StepDialog>
  )
}

function ScanStep({ enrollment, onCode }: Pick<FactorDialogProps, 'onCode'> & { enrollment: Enrollment }) {
  const form = useForm(async (fields) => onCode(enrollment.factorId, textOf(fields, 'code')))
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
          {/* Dark on light in both themes, because QR code readers expect that. */}
          <img
            src={qrCodeImage(enrollment.uri)}
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
            <summary className="min-h-11 cursor-pointer py-3 text-primary underline-offset-4 hover:underline dense:min-h-0 dense:py-0">
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

function RecoveryCodesStep({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <>
      <DialogHeading title="Keep your recovery codes">
        If you lose your phone, one of these signs you in. Each works once. This is the only time we show
        them, so keep them where you keep your important papers.
      </DialogHeading>
      <div className="only-sheet">
        <p className="hidden font-medium print:block">Recovery codes of {BRAND_NAME}. Each works once.</p>
        <ol className="grid gap-x-6 gap-y-1 rounded-lg bg-muted p-4 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button
          variant="outline"
          onClick={() => download('review-dashboard-recovery-codes.txt', codesFile(codes))}
        >
          <Icon of={Download} />
          Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <Icon of={Printer} />
          Print
        </Button>
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm dense:min-h-0">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        I’ve saved them
      </label>
      <DialogFooter>
        <Button disabled={!isSaved} onClick={onSaved}>
          Done
        </Button>
      </DialogFooter>
    </>
  )
}

function codesFile(codes: readonly string[]): Blob {
  const text = [`Recovery codes for ${BRAND_NAME}. Each works once.`, '', ...codes, ''].join('\n')
  return new Blob([text], { type: 'text/plain' })
}

/** Returns a `data:` URL (SVG). Low error correction is enough on a screen, and its larger modules scan best. */
export function qrCodeImage(text: string): string {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const size = modules.length
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
