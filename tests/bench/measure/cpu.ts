import { readdirSync, readFileSync } from 'node:fs'

/**
 * Linux reports processor time to programs in hundredths of a second, whatever the kernel's configuration.
 */
const MS_PER_TICK = 10

/** Fields of /proc/PID/stat after the name, which may itself contain spaces and parentheses. */
function statOf(pid: number): { name: string; fields: string[] } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = text.lastIndexOf(')')
    return { name: text.slice(text.indexOf('(') + 1, nameEnd), fields: text.slice(nameEnd + 2).split(' ') }
  } catch {
    return null
  }
}

/** The workerd processes started by this process; empty if the system has no /proc. */
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
 * Processor time of a process so far, over all its threads, in milliseconds.
 *
 * @throws Error if the process has ended
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
