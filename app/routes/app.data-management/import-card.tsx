import { useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useMay } from '#app/lib/viewer.ts'

const ArchiveImport = onDemand(() => import('./archive-import.client.tsx'))

/** Takes an archive into this organization. */
export function ImportCard() {
  const mayImport = useMay('organization.export')
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isReady = useHydrated()
  if (!mayImport) return null
  return (
    <TitledCard
      title="Import an archive"
      description="Adds businesses, reviews with their earlier versions, responses, templates and your saved views to this organization, within the limits of its plan. Nothing is stored twice."
    >
      {file ? (
        <ArchiveImport
          file={file}
          onLeave={() => setFile(null)}
          onFailure={() => setFile(null)}
          fallback={<p className="text-sm text-muted-foreground">Opening {file.name} …</p>}
        />
      ) : (
        <>
          <Button variant="outline" disabled={!isReady} onClick={() => input.current?.click()}>
            Choose an archive
          </Button>
          <input
            ref={input}
            type="file"
            accept=".zip,application/zip"
            aria-label="Archive"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </>
      )}
    </TitledCard>
  )
}
