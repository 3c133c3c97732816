import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for every program, whatever the kernel was built with. */
const MS_PER_TICK = 10

/** The fields of /proc/PID/stat behind the name, which may itself hold spaces and parentheses. */
function statOf(pid: number): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = text.lastIndexOf(')')
    return { name: text.slice(text.indexOf('(') + 1, nameEnd), fields: text.slice(nameEnd + 2).split(' ') }
  } catch {
    return null
  }
}

/** The workerd processes that this process started; empty where the system has no /proc. */
export function workerdChildren(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const stat = pid > 0 ? statOf(pid) : null
      return stat?.name === 'workerd' && Number(stat.fields[1]) === process.pid
    })
}

/**
 * Processor time a process has used so far, all its threads together, in milliseconds.
 *
 * @throws Error when the process has ended
 */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)?.fields
  if (!fields) throw new Error(`Process ${pid} has ended.`)
  // utime and stime; the list begins with field 3, the state.
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

/** Processor time of this process, in milliseconds. */
export function ownCpu(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
