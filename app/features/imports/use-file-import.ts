import { useEffect, useRef, useState } from 'react'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { utcDay } from '#worker/rules/durations.ts'
import type { DateOrder } from '#worker/rules/imported-dates.ts'
import type { ImportCounts, ImportOptionsView } from '#worker/rules/imports.ts'
import type { AnyPlatform } from '#worker/rules/platforms.ts'
import { type CheckedFile, checkFile, dateQuestion } from './file/check-file.ts'
import { businessesIn, guessMapping, type Mapping } from './file/columns.ts'
import { newestThatFit, rangesOf } from './file/newest-first.ts'
import { type OpenChoice, type OpenedFile, openFile } from './file/opened-file.ts'
import type { Reading } from './file/row-review.ts'
import { addCounts, sendFile, type Waiting } from './file/send-file.ts'
import { FileFault } from './file/text-slices.ts'

export interface FileChoice {
  platform: AnyPlatform
  /** Import only rows of this business; null imports all. */
  business: string | null
  mapping: Mapping
  /** The owner's answer if the dates are ambiguous. */
  dateOrder: DateOrder | null
}

export interface EndedStep {
  name: 'ended'
  checked: CheckedFile
  counts: ImportCounts | null
  /** UTC days on which the imported reviews were first seen. */
  seen: { from: string; to: string }
  /** done: all rows were sent; cancelled: the owner stopped the import; failed: see `problem`. */
  how: 'done' | 'cancelled' | 'failed'
  problem: string | null
}

type Step =
  | { name: 'opening' }
  | { name: 'unreadable'; problem: string }
  | { name: 'columns'; opened: OpenedFile }
  | { name: 'checking'; bytes: number }
  | { name: 'checked'; checked: CheckedFile }
  | {
      name: 'sending'
      checked: CheckedFile
      counts: ImportCounts | null
      /** Share of the rows to send, 0 to 1. */
      done: number
      waiting: Waiting
    }
  | EndedStep

/** Leaving the screen stops the import; stored rows stay. */
export function useFileImport(file: File, { business, platforms, ownPlatforms, imports }: ImportOptionsView) {
  const [step, setStep] = useState<Step>({ name: 'opening' })
  const [openChoice, setOpenChoice] = useState<OpenChoice>({})
  const [choice, setChoice] = useState<FileChoice>({
    platform: platforms[0] ?? 'google',
    business: null,
    mapping: {},
    dateOrder: null,
  })
  const opened = useRef<OpenedFile | null>(null)
  const work = useRef(new AbortController())
  const runs = useRef(new Map<AnyPlatform, string>())

  useEffect(() => {
    let isHere = true
    openFile(file, openChoice).then(
      (found) => {
        if (!isHere) return
        opened.current = found
        const mapping = guessMapping(found.columns, found.sample)
        const isNamed = businessesIn(found.sample, mapping).includes(business.name)
        setChoice((before) => ({ ...before, mapping, business: isNamed ? business.name : null }))
        setStep({ name: 'columns', opened: found })
      },
      (error: unknown) => isHere && setStep({ name: 'unreadable', problem: problemOf(error) }),
    )
    return () => {
      isHere = false
    }
  }, [file, openChoice, business.name])

  useEffect(
    () => () => {
      work.current.abort()
      endRuns(runs.current)
    },
    [],
  )
  useLeaveWarning(step.name === 'sending')

  function readingOf(found: OpenedFile): Reading {
    const question = dateQuestion(found, choice.mapping)
    return {
      columns: found.columns,
      mapping: choice.mapping,
      platform: choice.platform,
      business: choice.business,
      platforms,
      own: ownPlatforms,
      dateOrder: question?.order ?? choice.dateOrder,
      now: Date.now(),
    }
  }

  function back() {
    work.current.abort()
    if (opened.current) setStep({ name: 'columns', opened: opened.current })
  }

  async function check() {
    const found = opened.current
    if (!found) return
    const { signal } = renew(work)
    setStep({ name: 'checking', bytes: 0 })
    try {
      const checked = await checkFile(found, readingOf(found), {
        signal,
        onProgress: (bytes) => setStep({ name: 'checking', bytes }),
      })
      if (!signal.aborted) setStep({ name: 'checked', checked })
    } catch (error) {
      if (!signal.aborted) setStep({ name: 'unreadable', problem: problemOf(error) })
    }
  }

  async function send(checked: CheckedFile) {
    const found = opened.current
    if (!found) return
    const { signal } = renew(work)
    const begun = Date.now()
    const seen = () => ({ from: utcDay(begun), to: utcDay(Date.now()) })
    let counts: ImportCounts | null = null
    let done = 0
    let waiting: Waiting = null
    const show = () => setStep({ name: 'sending', checked, counts, done, waiting })
    const isAll = checked.good <= imports.left
    // Reviews already stored don't count against the plan, so more rows than this may be sent.
    const expected = isAll ? checked.good : Math.max(1, newestThatFit(checked.days, imports.left).rows)
    show()
    try {
      for (const [platform, { chunks }] of checked.platforms) {
        const started = await api.imports.startImport.mutate({ businessId: business.id, platform, chunks })
        runs.current.set(platform, started.runId)
      }
      const rowsSent = await sendFile(
        found,
        { ...readingOf(found), ratingScale: checked.ratingScale },
        {
          runIds: runs.current,
          signal,
          doubled: checked.doubled,
          ranges: isAll ? null : rangesOf(checked.days),
          onProgress: (progress, rows) => {
            counts = progress
            done = Math.min(1, rows / expected)
            show()
          },
          onWaiting: (reason) => {
            waiting = reason
            show()
          },
        },
      )
      const ended: ImportCounts[] = []
      // Unreadable rows have no platform, so report them with the first import.
      let rowsRefused = checked.bad
      for (const [platform, runId] of runs.current) {
        const rowsNotSent = (checked.platforms.get(platform)?.good ?? 0) - (rowsSent.get(platform) ?? 0)
        ended.push(await api.imports.finishImport.mutate({ runId, rowsRefused, rowsNotSent }))
        rowsRefused = 0
      }
      setStep({
        name: 'ended',
        checked,
        counts: addCounts(ended),
        seen: seen(),
        how: 'done',
        problem: null,
      })
    } catch (error) {
      if (signal.aborted && signal.reason !== CANCELLED) return
      endRuns(runs.current)
      const how = signal.aborted ? 'cancelled' : 'failed'
      const problem = how === 'failed' ? problemOf(error) : null
      setStep({ name: 'ended', checked, counts, seen: seen(), how, problem })
    }
    runs.current.clear()
    fireAppEvent('review-scraped')
  }

  return {
    step,
    choice,
    setChoice,
    setOpenChoice,
    check,
    send,
    back,
    cancel: () => work.current.abort(CANCELLED),
  }
}

const CANCELLED = 'cancelled'

function renew(work: { current: AbortController }): AbortController {
  work.current.abort()
  work.current = new AbortController()
  return work.current
}

/** Tells the server that no more rows will come. If the call is lost, the server ends the runs later by itself. */
function endRuns(runs: Map<AnyPlatform, string>): void {
  for (const id of runs.values()) api.collection.cancel.mutate({ id }).catch(() => {})
  runs.clear()
}

function problemOf(error: unknown): string {
  if (error instanceof FileFault) return error.message
  // The browser can't read a file that was moved or changed since it was chosen.
  if (error instanceof DOMException) return 'The file was moved or changed. Choose it again.'
  return errorText(error)
}

function useLeaveWarning(isBusy: boolean) {
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isBusy])
}
