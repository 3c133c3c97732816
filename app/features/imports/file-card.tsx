import { FileUp } from 'lucide'
import { type DragEvent, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { ImportOptionsView } from '#worker/rules/imports.ts'
import { planName } from '#worker/rules/plans.ts'

/** Loaded with the first file, because reading files takes a lot of script. */
const FileImport = onDemand(() => import('./file-import.client.tsx'))

const ACCEPTED =
  '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.xlsx,text/csv,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export function FileCard({ options }: { options: ImportOptionsView }) {
  const format = useFormat()
  const { limit, left } = options.imports
  const [file, setFile] = useState<File | null>(null)
  // Choosing a file restarts the import, even for the same file.
  const [number, setNumber] = useState(0)
  function choose(chosen: File | null | undefined) {
    if (!chosen) return
    setFile(chosen)
    setNumber(number + 1)
  }
  return (
    <TitledCard
      id="from-a-file"
      role="region"
      aria-label="From a file"
      title="From a file"
      description={
        <>
          A CSV, Excel or JSON export from Google Takeout or another review tool, or your own spreadsheet.
          Reviews you already have aren’t stored twice.{' '}
          {left > 0
            ? `Room for ${format.number(left)} reviews.`
            : `The ${format.number(limit)} older and imported reviews of your ${planName(options.plan)} plan are used up.`}
        </>
      }
    >
      {file ? (
        <FileImport
          key={number}
          file={file}
          options={options}
          onLeave={() => setFile(null)}
          fallback={<p className="text-sm text-muted-foreground">Opening {file.name} …</p>}
        />
      ) : (
        <FilePicker onChoose={choose} />
      )}
    </TitledCard>
  )
}

function FilePicker({ onChoose }: { onChoose: (file: File | null | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const isReady = useHydrated()
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(isOver)
  }
  return (
    // Dropping is a shortcut; the button inside does the same for everyone.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        onChoose(event.dataTransfer.files[0])
      }}
      className={cn(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center',
        isOver && 'bg-accent',
      )}
    >
      <Icon of={FileUp} className="size-7 text-muted-foreground" strokeWidth={1.5} />
      <Button disabled={!isReady} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p className="text-sm text-muted-foreground">or drop it here. It is read on your device first.</p>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label="File with reviews"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </div>
  )
}
