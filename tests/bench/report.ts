import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { median } from './measure/rounds.ts'
import { figure, type Goal, isMet, type Row } from './measure/row.ts'

/** The printed table, with every round below its row. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    amount(median(row.ours), row.unit),
    row.floor ? `${amount(median(row.floor.values), row.unit)}  ${row.floor.name}` : '',
    figureText(row),
    goalText(row.goal),
    isMet(row) ? 'met' : 'MISSED',
  ])
  const lines = [['', 'ours', 'floor', '', 'goal', ''], ...cells]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return lines
    .flatMap((line, index) => {
      const row = rows[index - 1]
      return row ? [format(line), `    rounds: ${roundsText(row)}`] : [format(line)]
    })
    .join('\n')
}

function roundsText({ ours, floor }: Row): string {
  const list = (values: readonly number[]) => values.map(short).join(' ')
  return floor ? `${list(ours)}  against  ${list(floor.values)}` : list(ours)
}

function figureText(row: Row): string {
  const value = figure(row)
  if (row.goal.of === 'ratio') return `${short(value)} ×`
  return row.goal.of === 'difference'
    ? `${value > 0 ? '+' : ''}${amount(value, row.unit)}`
    : amount(value, row.unit)
}

function goalText({ of, atLeast, atMost }: Goal): string {
  const unit = of === 'ratio' ? ' ×' : ''
  if (atLeast !== undefined && atMost !== undefined) return `${atLeast} to ${atMost}`
  return atLeast === undefined ? `≤ ${atMost}${unit}` : `≥ ${atLeast}${unit}`
}

function amount(value: number, unit: Row['unit']): string {
  return `${short(value)} ${unit}`.trimEnd()
}

/** Three significant figures; more would be noise. */
function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString()
}

/** Writes all measurements and the machine they were made on. */
export async function writeResults(file: string, rows: readonly Row[]): Promise<void> {
  const results = {
    at: new Date().toISOString(),
    machine: {
      platform: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model ?? 'unknown',
      processors: cpus().length,
      memoryMB: Math.round(totalmem() / 2 ** 20),
      node: process.version,
    },
    rows: rows.map((row) => ({ ...row, figure: figure(row), met: isMet(row) })),
  }
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
}
