import { DownloadIcon, PrinterIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { download } from '#app/lib/download.ts'
import { BRAND_NAME } from '#app/lib/page-meta.ts'
import { CopyButton } from './copy-button.tsx'

const FILE_NAME = 'review-dashboard-recovery-codes.txt'

/** Shows the recovery codes once. People go on after they say that they saved them. */
export function RecoveryCodesStep({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false)
  return (
    <>
      <DialogHeading title="Keep your recovery codes">
        If you lose your phone, one of these signs you in. Each works once. This is the only time we show
        them, so keep them where you keep your important papers.
      </DialogHeading>
      <div className="recovery-sheet">
        <p className="hidden font-medium print:block">Recovery codes of {BRAND_NAME}. Each works once.</p>
        <ol className="grid gap-x-6 gap-y-1 rounded-lg bg-muted p-4 font-mono text-sm">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button variant="outline" onClick={() => download(FILE_NAME, codesFile(codes))}>
          <DownloadIcon aria-hidden />
          Download
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          <PrinterIcon aria-hidden />
          Print
        </Button>
      </div>
      <label className="flex min-h-11 items-center gap-3 text-sm md:min-h-0">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        I saved them
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
  const text = [`Recovery codes of ${BRAND_NAME}. Each works once.`, '', ...codes, ''].join('\n')
  return new Blob([text], { type: 'text/plain' })
}
